import { requireIdentity } from './content-type.ts'
import { badRequest, Refusal } from './envelope.ts'
import type { ServiceRequest } from './exchange.ts'

const byteOrderMark = /^\uFEFF/
/** The longest text of the platform: a body without another limit must still fit into one. */
const mostBytes = 512 * 1024 * 1024 - 24

/**
 * The request's body as text. Refuses with 413 as soon as the declared or the counted bytes exceed `limit`,
 * without reading on, and with 400 when the body is empty, ends early or is not UTF-8.
 */
export async function readBody(request: ServiceRequest, limit: number): Promise<string> {
  const text = decode(await readBytes(request, limit))
  if (text.trim() === '') throw badRequest('The request body is empty')
  return text
}

/** The request's body. Refuses with 413 and 400 as `readBody` does, but for what the bytes hold. */
export async function readBytes(
  request: ServiceRequest,
  bodyLimit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const limit = Math.min(bodyLimit, mostBytes)
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > limit) throw tooLarge(limit)
  requireIdentity(request.headers)
  return received(request, limit).catch((error: unknown) => {
    throw error instanceof Refusal ? error : badRequest('The request body ended early')
  })
}

async function received(request: ServiceRequest, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > limit) throw tooLarge(limit)
    chunks.push(chunk)
  }
  return joined(chunks, size)
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
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
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes).replace(byteOrderMark, '')
  } catch {
    throw badRequest('The request body is not valid UTF-8')
  }
}

/** The connection is closed after the answer, so that the rest of the body need not be received. */
function tooLarge(limit: number): Refusal {
  return new Refusal(413, `The request body is larger than the limit of ${limit} bytes`, {
    Connection: 'close',
  })
}
