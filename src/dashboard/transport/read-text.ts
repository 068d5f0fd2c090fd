import { pipeline, type Readable } from 'node:stream'
import type { Dispatcher } from 'undici'

/** The encodings that a request accepts. */
export const acceptedEncodings = 'gzip, deflate, br'

/** The text of a response, unpacked. Throws RangeError above `maxBytes`, TypeError for what is not UTF-8. */
export async function readText(
  { headers, body }: Pick<Dispatcher.ResponseData, 'headers' | 'body'>,
  maxBytes: number,
): Promise<string> {
  const tooLarge = new RangeError(`it is larger than ${maxBytes} bytes`)
  if (Number(headers['content-length']) > maxBytes) throw tooLarge
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let bytes = 0
  for await (const chunk of await unpacked(body, String(headers['content-encoding'] ?? ''))) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw tooLarge
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

async function unpacked(body: Readable, given: string): Promise<Readable> {
  const encoding = given.trim().toLowerCase()
  if (encoding === '' || encoding === 'identity') return body
  const zlib = await import('node:zlib')
  const unpack = async () => {
    if (encoding === 'gzip' || encoding === 'x-gzip') return zlib.createGunzip()
    if (encoding === 'br') return zlib.createBrotliDecompress()
    if (encoding === 'deflate') return (await isBare(body)) ? zlib.createInflateRaw() : zlib.createInflate()
    throw new TypeError(`its encoding is ${JSON.stringify(encoding)}`)
  }
  // A failure on either side ends the other, and reaches the reader.
  return pipeline(body, await unpack(), () => {})
}

/** Some servers leave out the zlib header, whose first byte names the method in its low half. */
async function isBare(body: Readable): Promise<boolean> {
  await new Promise<void>((resolve) => {
    if (body.readableLength > 0 || body.readableEnded || body.destroyed) return resolve()
    body.once('readable', resolve)
    body.once('error', () => resolve())
    body.once('close', resolve)
  })
  const chunk: unknown = body.read()
  if (!(chunk instanceof Uint8Array)) return false
  body.unshift(chunk)
  return ((chunk[0] ?? 0) & 0x0f) !== 8
}
