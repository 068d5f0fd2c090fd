import type { z } from 'zod'
import { parseDocument } from '../../core/document/document.ts'
import { ParseError } from '../../core/document/parse-error.ts'
import type { SourceDocument } from '../../core/model/source-document.ts'
import { badRequestError, Refusal, type ServiceHeaders, type ServiceRequest } from './exchange.ts'

type BodyFormat = 'json' | 'yaml'

const formats: Readonly<Record<string, BodyFormat>> = {
  'application/json': 'json',
  'application/yaml': 'yaml',
  'application/x-yaml': 'yaml',
  'text/yaml': 'yaml',
}
/** The longest text of the platform: a body without another limit must still fit into one. */
const maxBytes = 512 * 1024 * 1024 - 24
/** A record's body is read in the service's own thread: this much takes no time that others would notice. */
const maxRecordBytes = 256 * 1024
/** Deeper records could not be written back. */
const maxRecordLevels = 100

/** The request's body as text. Refuses with 413 beyond `limit`, declared or counted, and with 400 one that is empty, cut or not UTF-8. */
export async function readRequestBody(request: ServiceRequest, limit: number): Promise<string> {
  const text = decode(await readBytes(request, limit))
  if (text.trim() === '') throw badRequestError('The request body is empty')
  return text
}

/** The request's body. Refuses with 413 and 400 as `readRequestBody` does, except for its content. */
export async function readBytes(
  request: ServiceRequest,
  bodyLimit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const limit = Math.min(bodyLimit, maxBytes)
  const declared = Number(request.headers.get('content-length') ?? 0)
  requireWithinBody(declared, limit)
  requireIdentity(request.headers)
  return receiveBody(request, limit).catch((error: unknown) => {
    throw error instanceof Refusal ? error : badRequestError('The request body ended early')
  })
}

async function receiveBody({ body }: ServiceRequest, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    requireWithinBody(size, limit)
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw badRequestError('The request body is not valid UTF-8')
  }
}

/** Refuses with 413. The connection is closed after the answer, so that the rest of the body need not be received. */
export function requireWithinBody(bytes: number, limit: number): void {
  if (bytes <= limit) return
  const message = `The request body is larger than the limit of ${limit} bytes`
  throw new Refusal(413, message, { Connection: 'close' })
}

/** Refuses with 400 a body that is compressed: what it unfolds to has no limit. */
function requireIdentity(headers: ServiceHeaders): void {
  const encoding = headers.get('content-encoding')
  if (encoding !== null && encoding.trim().toLowerCase() !== 'identity')
    throw badRequestError(`The Content-Encoding ${encoding} is not supported: send the body uncompressed`)
}

/** How the body is written, from its headers. Refuses with 400 what is not among `accepted`, or not UTF-8. */
export function bodyFormat(headers: ServiceHeaders, accepted: readonly BodyFormat[]): BodyFormat {
  const value = headers.get('content-type') ?? ''
  const [type = '', ...parameters] = value.split(';').map((part) => part.trim().toLowerCase())
  const format = Object.hasOwn(formats, type) ? formats[type] : undefined
  if (format === undefined || !accepted.includes(format)) {
    const types = Object.keys(formats).filter((name) => accepted.some((each) => each === formats[name]))
    const problem = type === '' ? 'The Content-Type is missing' : `The Content-Type ${type} is not supported`
    throw badRequestError(`${problem}: use ${types.join(', ')}`)
  }
  requireUtf8(parameters)
  return format
}

function requireUtf8(parameters: readonly string[]): void {
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length)
  const name = charset?.replaceAll('"', '') ?? 'utf-8'
  if (!['utf-8', 'utf8', 'us-ascii'].includes(name))
    throw badRequestError(`The charset ${name} is not supported: use utf-8`)
}

/** A text that a request brought. Refuses with 400, naming the place where it stops making sense. */
export function parseBody(text: string, format: BodyFormat, what = 'The request body'): SourceDocument {
  try {
    return parseDocument(text, format)
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    throw badRequestError(`${what} is not valid ${format.toUpperCase()}: ${error.message}`)
  }
}

/** The request's JSON body as `schema` has it. Refuses with 400, naming what is wrong and where, and with 413. */
export async function jsonBody<Schema extends z.ZodType>(
  request: ServiceRequest,
  schema: Schema,
  limit: number,
  mostBytes = maxRecordBytes,
): Promise<z.infer<Schema>> {
  const text = await readRequestBody(request, Math.min(limit, mostBytes))
  bodyFormat(request.headers, ['json'])
  const { value } = parseBody(text, 'json')
  requireShallow(value)
  const { error, data } = schema.safeParse(value)
  if (error === undefined) return data
  const [issue] = error.issues
  const where = issue?.path.join('.') || 'the body'
  throw malformedBodyError(`${where}: ${issue?.message ?? 'it is not valid'}`)
}

/** Refuses with 400 what is nested deeper than a record may be, and the one key that a record would lose. */
export function requireShallow(value: unknown): void {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxRecordLevels)
      throw malformedBodyError(`it is nested deeper than ${maxRecordLevels} levels`)
    if (level.some((each) => Object.hasOwn(Object(each), '__proto__')))
      throw malformedBodyError('__proto__ is not a key')
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
  }
}

function malformedBodyError(problem: string): Refusal {
  return badRequestError(`Request body malformed: ${problem}`)
}
