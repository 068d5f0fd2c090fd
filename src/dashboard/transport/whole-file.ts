import type { Socket } from 'node:net'
import { isObject } from '../../core/model/record.ts'
import { contractError } from '../contract-error.ts'
import type { FetchAnswer } from '../read-answer.ts'

/**
 * Throws GovError, unavailable, unless a response is proven to be the whole file: by its framing (a length or a last chunk,
 * nothing that arrives with it behind its end, no ranges), or, where that ends with the connection, by being JSON. Half of a YAML file is YAML.
 */
export async function requireWholeFile(
  answer: FetchAnswer,
  host: string,
  hasSurplus: boolean,
): Promise<void> {
  const fault = hasSurplus ? 'goes on behind its end' : await findPartFault(answer)
  if (fault !== undefined) throw contractError('answer-partial', `the response of ${host} ${fault}`)
}

async function findPartFault({ headers, text }: FetchAnswer): Promise<string | undefined> {
  const range = headers.get('content-range')
  if (range !== null) return `is a part of the file (Content-Range: ${range})`
  if (/^multipart\/byteranges\b/i.test(headers.get('content-type') ?? '')) return 'is parts of the file'
  const lastCoding = headers.get('transfer-encoding')?.split(',').at(-1)?.trim().toLowerCase()
  const isFramed =
    lastCoding === undefined ? headers.get('content-length') !== null : lastCoding === 'chunked'
  if (isFramed || isJson(await text())) return undefined
  return 'has neither a length nor chunks, and may have been cut off'
}

function isJson(text: string): boolean {
  try {
    return isObject(JSON.parse(text))
  } catch {
    return false
  }
}

/**
 * Calls `onSurplus` for bytes that arrive with a response and are behind it. Of a kept connection undici makes an error of
 * them; of one that ends with the response it gives them back to the socket, which it has destroyed by then.
 */
export function watchSurplus(socket: Socket, onSurplus: () => void): void {
  const unshift = socket.unshift.bind(socket)
  socket.unshift = (chunk: Uint8Array) => {
    if (socket.destroyed && chunk.some((byte) => byte !== 10 && byte !== 13)) onSurplus()
    return unshift(chunk)
  }
  socket.on('error', ({ message }) => {
    if (message === 'bad response') onSurplus()
  })
}
