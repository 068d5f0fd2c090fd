import { open, readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { findStandIn } from '../../core/text/decode-text.ts'
import { linkTarget } from '../source-reader.ts'
import { beginsLikeDocument, declaresOpenApi, isOpenApi } from './openapi-text.ts'

const headBytes = 4096
/** More is read of no definition. */
const mostBytes = 200 * 1024 * 1024

/**
 * Whether a file named as JSON or YAML is OpenAPI. Thoroughly, one that cannot be read or parsed counts if it may be, and
 * so does what git left in its place: reading it reports the error.
 */
export async function isDefinition(path: string, isThorough: boolean): Promise<boolean> {
  const [, ending] = /\.(json|ya?ml)$/i.exec(path) ?? []
  if (ending === undefined) return false
  const format = ending.toLowerCase() === 'json' ? 'json' : 'yaml'
  try {
    const head = toText(await readHead(path))
    if (declaresOpenApi(head, format)) return true
    if (findStandIn(head) || (await linkTarget(path, head))) return isThorough
    return isThorough && isOpenApi(toText(await readFile(path)), true)
  } catch {
    return isThorough
  }
}

/**
 * Whether a file may be OpenAPI whatever it is called: JSON, YAML, JSON with comments, or a template of one. Only a file
 * that begins like such a document is read further. One that cannot be read counts if its name says JSON or YAML.
 */
export async function mayBeDefinition(path: string): Promise<boolean> {
  if (/\.(?:json|ya?ml)$/i.test(path)) return isDefinition(path, true)
  const isNamedSo = /\.(?:json|ya?ml)/i.test(basename(path))
  try {
    const head = await readHead(path)
    if (!isNamedSo && !beginsLikeDocument(toText(head))) return false
    if (head.length === headBytes && (await stat(path)).size > mostBytes) return isNamedSo
    return isOpenApi(toText(head.length < headBytes ? head : await readFile(path)), isNamedSo)
  } catch {
    return isNamedSo
  }
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** With NULs it is in UTF-16 or UTF-32, or binary: without them, what is ASCII in it can be read. */
function toText(bytes: Buffer): string {
  if (!bytes.includes(0)) return bytes.toString('utf8').replace(/^\ufeff/, '')
  return bytes
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(?:\xff\xfe|\xfe\xff)/, '')
}
