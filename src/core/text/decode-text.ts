import { FileFault } from '../model/file-fault.ts'
import { tryMake } from '../model/try-make.ts'

/**
 * UTF-8 as text, without a byte order mark. Throws FileFault: nothing but blanks, binary, another encoding, or what git
 * left in the place of a file, which would be valid YAML.
 */
export function decodeText(bytes: Uint8Array): string {
  const other = wideMarks.find(([, ...mark]) =>
    mark.every((byte, at) => (byte === any ? (bytes[at] ?? 0) > 0 : bytes[at] === byte)),
  )
  if (other) throw new FileFault('not-text', `is ${other[0]}, not UTF-8`)
  if (bytes.includes(0)) throw new FileFault('not-text', 'is binary, not text')
  const text = decode(bytes)
  if (text === undefined) throw new FileFault('not-text', 'is not UTF-8', findBadLine(bytes))
  if (text.trim() === '') throw new FileFault('empty', 'is empty')
  const fault = findStandIn(text)
  if (fault) throw fault
  return text
}

/** A byte that is not 0. */
const any = -1

/** How texts in other encodings begin: with a byte order mark, or with ASCII. The mark of UTF-16 begins one of UTF-32. */
const wideMarks: readonly (readonly [string, ...number[]])[] = [
  ['UTF-32', 0xff, 0xfe, 0, 0],
  ['UTF-32', 0, 0, 0xfe, 0xff],
  ['UTF-16', 0xff, 0xfe],
  ['UTF-16', 0xfe, 0xff],
  ['UTF-32', any, 0, 0, 0],
  ['UTF-32', 0, 0, 0, any],
  ['UTF-16', any, 0, any, 0],
  ['UTF-16', 0, any, 0, any],
]

/** The bytes without the byte order mark that they may begin with. */
export function splitByteOrderMark(bytes: Uint8Array): { readonly mark: string; readonly text: string } {
  const text = decodeText(bytes).replace(/^\ufeff/, '')
  return { mark: readMark(bytes), text }
}

/** It may be there twice. */
export function readMark(bytes: Uint8Array): string {
  let length = 0
  while (length < 6 && bytes[length] === 0xef && bytes[length + 1] === 0xbb && bytes[length + 2] === 0xbf)
    length += 3
  return '\ufeff'.repeat(length / 3)
}

/** Git LFS had two other names, and reads those pointers too. */
const pointer = /^version https?:\/\/(?:(?:git-lfs|hawser)\.github\.com\/spec|git-media\.io\/v)\//

/** Text that git leaves in a file's place: what Git LFS has not fetched, or a symbolic link where links are not made. */
export function findStandIn(text: string): FileFault | undefined {
  if (pointer.test(text)) return new FileFault('in-lfs', 'is a pointer of Git LFS: its content is not here')
  if (/^[^\s:{}[\]"'#]{1,1000}\.(ya?ml|json)$/i.test(text)) return isLink(text)
  return undefined
}

export function isLink(text: string): FileFault {
  return new FileFault(
    'is-link',
    `holds only a name, ${text.trim()}: a symbolic link that git checked out as text`,
  )
}

function decode(bytes: Uint8Array): string | undefined {
  return tryMake(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes))
}

/** A newline byte is never part of a longer UTF-8 character, so lines can be tried one by one. */
function findBadLine(bytes: Uint8Array): number {
  let line = 1
  for (let start = 0; start < bytes.length; line++) {
    const newline = bytes.indexOf(0x0a, start)
    const end = newline === -1 ? bytes.length : newline + 1
    if (decode(bytes.subarray(start, end)) === undefined) return line
    start = end
  }
  return line
}

/** A part of a URL as text; what is not encoded text is taken as it is. */
export function decodePercent(part: string): string {
  if (!part.includes('%')) return part
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
