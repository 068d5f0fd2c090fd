import { isUtf8 } from 'node:buffer'
import { pipeline, Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { contractError } from '../contract-error.ts'
import type { FetchAnswer, FetchInit } from '../read-answer.ts'
import type { ConnectionRoute } from './connections.ts'

interface Bounds {
  /** Ends the exchange at any point, with its reason. */
  readonly signal: AbortSignal
  /** Unpacked. */
  readonly maxBytes: number
}

/** The head of a response; its body is still to be read. */
export interface Head {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Readable
}

/** Sends one request. Rejects with what went wrong on the way, and for a success that did not wait for the request. */
export async function sendRequest(
  { way, origin, path, headers: ofRoute }: ConnectionRoute,
  { method, headers, body: given }: FetchInit,
  signal: AbortSignal,
): Promise<Head> {
  const { body, length, isSent } = requestBody(given)
  const sized = length > 0 ? { 'content-length': String(length) } : {}
  const all = { ...headers, ...ofRoute, ...sized, 'accept-encoding': acceptedEncodings }
  const head = await dispatch(way.dispatcher, { origin, path, method, headers: all, body }, signal)
  way.isUsed = true
  if (isSent() || head.statusCode >= 300) return head
  head.body.destroy()
  throw contractError(
    'answer-too-early',
    `${origin} answered ${head.statusCode} before it had received the whole request`,
  )
}

/** The whole response. Rejects with what went wrong on the way. */
export async function readResponse(head: Head, { signal, maxBytes }: Bounds): Promise<FetchAnswer> {
  try {
    const bytes = await readBytes(head, maxBytes)
    // Only then may undici use the connection again: a request that follows at once would open another.
    await nextTurn()
    // A response that only its end could have told from a whole one looks whole when it is us who end it.
    signal.throwIfAborted()
    // Made when it is read: a large text that waits for that becomes old to the garbage collector.
    const text = async () => new TextDecoder().decode(bytes)
    return { status: head.statusCode, headers: createHeaderReader(head), text }
  } catch (error) {
    head.body.destroy()
    throw signal.aborted ? signal.reason : error
  }
}

function dispatch(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  signal: AbortSignal,
): Promise<Head> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined
    const body = new Readable({
      read: () => controller?.resume(),
      destroy: (error, done) => {
        controller?.abort(error ?? new Error('the response was not read to its end'))
        done(error)
      },
    })
    // A body that nobody reads to its end fails when its connection is ended.
    body.on('error', () => {})
    const end = (error: Error) => {
      reject(error)
      body.destroy(error)
    }
    // A request that waits for its connection ends now, and not when that is there.
    signal.addEventListener('abort', () => end(signal.reason), { once: true })
    dispatcher.dispatch(options, {
      onRequestStart: (started) => {
        controller = started
        if (signal.aborted) started.abort(signal.reason)
      },
      onResponseStart: (_controller, statusCode, headers) => {
        if (statusCode >= 200) resolve({ statusCode, headers, body })
      },
      onResponseData: (started, chunk) => {
        if (!body.push(chunk)) started.pause()
      },
      onResponseEnd: () => {
        body.push(null)
      },
      onResponseError: (_controller, error) => end(error),
    })
  })
}

function createHeaderReader({ headers }: Head): FetchAnswer['headers'] {
  return {
    get: (name) => {
      const value = headers[name.toLowerCase()]
      return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value
    },
  }
}

const partBytes = 64 * 1024

/**
 * A body as undici takes it, and whether all of it has been handed to the system. A large one is written in parts, each
 * after the one before was taken: only then is its end known.
 */
function requestBody(given: string | Uint8Array = '') {
  const bytes = typeof given === 'string' ? new TextEncoder().encode(given) : given
  const { length } = bytes
  if (length <= partBytes) return { body: length === 0 ? null : bytes, length, isSent: () => true }
  const parts = function* () {
    for (let at = 0; at < length; at += partBytes) yield bytes.subarray(at, at + partBytes)
  }
  const body = Readable.from(parts())
  return { body, length, isSent: () => body.readableEnded }
}

/** The encodings that a request accepts. */
const acceptedEncodings = 'gzip, deflate, br'

/** The bytes of a response, unpacked. Throws RangeError above `maxBytes`, TypeError for what is not UTF-8. */
async function readBytes(
  { headers, body }: Pick<Head, 'headers' | 'body'>,
  maxBytes: number,
): Promise<Uint8Array> {
  const tooLarge = new RangeError(`it is larger than ${maxBytes} bytes`)
  const sentBytes = Number(headers['content-length'] ?? Math.min(partBytes, maxBytes))
  if (sentBytes > maxBytes) throw tooLarge
  // Copied once, into what holds it all where the length is known: parts that wait to be joined double a large body.
  let room = Buffer.allocUnsafeSlow(sentBytes)
  let size = 0
  for await (const chunk of await unpackBody(body, String(headers['content-encoding'] ?? ''))) {
    const end = size + chunk.byteLength
    if (end > maxBytes) throw tooLarge
    if (end > room.length) room = Buffer.concat([room], Math.max(end, 2 * room.length))
    room.set(chunk, size)
    size = end
  }
  const bytes = room.subarray(0, size)
  if (!isUtf8(bytes)) throw new TypeError('The encoded data was not valid for encoding utf-8')
  return bytes
}

async function unpackBody(body: Readable, given: string): Promise<Readable> {
  const encoding = given.trim().toLowerCase()
  if (encoding === '' || encoding === 'identity') return body
  const unpack = async () => {
    if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip()
    if (encoding === 'br') return createBrotliDecompress()
    if (encoding === 'deflate') return (await isBare(body)) ? createInflateRaw() : createInflate()
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
