import { readFile, stat } from 'node:fs/promises'
import { FileFault } from '../../core/model/file-fault.ts'
import { decodeText } from '../../core/text/decode-text.ts'

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/**
 * The text of a file of at most `most` bytes. A pipe or a device may never end, so it is read only with `pipes`,
 * for a name from a trusted source. Throws FileFault, and what the system says.
 */
export async function readSmallText(file: string, most: number, { pipes = false } = {}): Promise<string> {
  const found = await stat(file)
  if (found.isDirectory()) throw new FileFault('is-folder', 'is a folder, not a file')
  if (!found.isFile() && !pipes) throw new FileFault('not-a-file', 'is a pipe or a device, not a file')
  const bytes = found.size > most ? undefined : await readFile(file)
  if (!bytes || bytes.length > most) throw new FileFault('too-large', `is larger than ${sizeName(most)}`)
  return decodeText(bytes)
}

function sizeName(bytes: number): string {
  return bytes < megabyte ? `${bytes / kilobyte} KB` : `${bytes / megabyte} MB`
}
