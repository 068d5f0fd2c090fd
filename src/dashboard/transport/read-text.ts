import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable } from 'node:stream'

/** What an answer may be packed in, as a request says it. */
export const acceptedEncodings = 'gzip, deflate, br'

/** The text of an answer, unpacked. Throws RangeError above `maxBytes`, TypeError for what is not UTF-8. */
export async function readText(message: IncomingMessage, maxBytes: number): Promise<string> {
  const tooLarge = new RangeError(`it is larger than ${maxBytes} bytes`)
  if (Number(message.headers['content-length']) > maxBytes) throw tooLarge
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let bytes = 0
  for await (const chunk of await unpacked(message)) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw tooLarge
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

async function unpacked(message: IncomingMessage): Promise<Readable> {
  const encoding = (message.headers['content-encoding'] ?? '').trim().toLowerCase()
  if (encoding === '' || encoding === 'identity') return message
  const zlib = await import('node:zlib')
  const unpack = async () => {
    if (encoding === 'gzip' || encoding === 'x-gzip') return zlib.createGunzip()
    if (encoding === 'br') return zlib.createBrotliDecompress()
    if (encoding === 'deflate')
      return (await isBare(message)) ? zlib.createInflateRaw() : zlib.createInflate()
    throw new TypeError(`it is packed as ${JSON.stringify(encoding)}`)
  }
  // A failure on either side ends the other, and is met by who reads.
  return pipeline(message, await unpack(), () => {})
}

/** Some servers leave out the zlib header, whose first byte names the method in its low half. */
async function isBare(message: IncomingMessage): Promise<boolean> {
  await new Promise<void>((resolve) => {
    if (message.readableLength > 0 || message.readableEnded || message.destroyed) return resolve()
    message.once('readable', resolve)
    message.once('error', () => resolve())
    message.once('close', resolve)
  })
  const chunk: unknown = message.read()
  if (!(chunk instanceof Uint8Array)) return false
  message.unshift(chunk)
  return ((chunk[0] ?? 0) & 0x0f) !== 8
}
