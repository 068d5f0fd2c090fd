import { readFile, stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { parseNamed, parseShallow } from '../../core/document/parse-named.ts'
import { type GovError, usageError } from '../../core/model/errors.ts'
import { FileFault, type FileFaultCode, toFileFault } from '../../core/model/file-fault.ts'
import { decodeText } from '../../core/text/decode-text.ts'
import type { ConfigSource } from '../../settings/config-source.ts'
import { packageKey } from './discover.ts'

/** The code of an error about the file begins with this. */
type ConfigNoun = 'config' | 'policy'

const mostBytes = 1024 * 1024

/** The text of a config or a policy, parsed. Throws GovError, usage: `config-not-found`, `policy-syntax`, and so on. */
export async function readConfigSource(file: string, name: string, noun: ConfigNoun): Promise<ConfigSource> {
  return parseConfigSource(await readText(file, name, noun), file, name, noun)
}

/** Parses a text that need not be in the file yet. */
export function parseConfigSource(text: string, file: string, name: string, noun: ConfigNoun): ConfigSource {
  if (holdsNothing(text)) throw configUnreadableError(new FileFault('empty', 'is empty'), name, noun)
  const format = extname(file).toLowerCase() === '.json' ? 'json' : 'yaml'
  const document = parseNamed({ noun, name, format }, () => parseShallow(text, format))
  if (noun === 'policy' || basename(file) !== 'package.json')
    return { document, root: [], value: document.value, name }
  const { value } = document
  const held = typeof value === 'object' && value !== null && Object.hasOwn(value, packageKey)
  if (!held) throw configUnreadableError(new FileFault('empty', `has no key "${packageKey}"`), name, noun)
  const config: unknown = Object.getOwnPropertyDescriptor(value, packageKey)?.value
  return { document, root: [packageKey], value: config, name }
}

export const sourceHints: Readonly<Record<FileFaultCode, string>> = {
  'not-found': 'Name a file that exists, or fix the link.',
  'is-folder': 'Name the file itself.',
  'not-a-file': 'Name the file itself.',
  unreadable: 'Allow the user running gov to read it.',
  'too-large': 'Name the right file; a config has only a few lines.',
  empty: 'Write "version: 1" and what to check, or delete the file.',
  'not-text': 'Save the file as UTF-8 text.',
  'in-lfs': 'Fetch it: git lfs pull.',
  'is-link': 'Have git make links (git config core.symlinks true) and check it out again.',
}

async function readText(file: string, name: string, noun: ConfigNoun): Promise<string> {
  try {
    return await readSmallText(file, mostBytes)
  } catch (error) {
    if (/^[a-z]+:\/\//i.test(name)) {
      const hint = `Check out or download the ${noun} first, and name its file.`
      throw usageError(`${noun}-not-found`, `a ${noun} is a file, never a URL: ${name}`, hint)
    }
    throw configUnreadableError(toFileFault(error), name, noun)
  }
}

function configUnreadableError(fault: FileFault, name: string, noun: ConfigNoun): GovError {
  const place = fault.line === undefined ? name : `${name}:${fault.line}:1:`
  return usageError(`${noun}-${fault.code}`, `${place} ${fault.message}`, sourceHints[fault.code], fault)
}

/** Comments and document markers alone say nothing. */
function holdsNothing(text: string): boolean {
  return text.split(/\r\n?|\n/).every((line) => /^\s*(?:#.*|---\s*|\.\.\.\s*)?$/.test(line))
}

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** The text of a file of up to `most` bytes. A pipe may never end: read only with `pipes`, for a trusted name. Throws FileFault. */
export async function readSmallText(file: string, most: number, { pipes = false } = {}): Promise<string> {
  const found = await stat(file)
  if (found.isDirectory()) throw new FileFault('is-folder', 'is a folder, not a file')
  if (!found.isFile() && !pipes) throw new FileFault('not-a-file', 'is a pipe or a device, not a file')
  const bytes = found.size > most ? undefined : await readFile(file)
  if (!bytes || bytes.length > most) throw new FileFault('too-large', `is larger than ${renderSize(most)}`)
  return decodeText(bytes)
}

function renderSize(bytes: number): string {
  return bytes < megabyte ? `${bytes / kilobyte} KB` : `${bytes / megabyte} MB`
}
