import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServiceAnswer } from './exchange.ts'

/** What of a body is still received once the answer to it is known: bytes, and milliseconds. */
const maxRest = { bytes: 16 * 1024 * 1024, milliseconds: 1_000 }

/**
 * Sends the answer. A client that is still sending its body would lose an answer whose connection is closed at once:
 * what is left of the body is taken in, for a while, before it is.
 */
export function sendAnswer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, headers, text }: ServiceAnswer,
): void {
  // The client disconnected.
  if (outgoing.destroyed) return
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value)
  outgoing.setHeader('content-length', Buffer.byteLength(text))
  outgoing.writeHead(status)
  if (incoming.complete) {
    outgoing.end(text)
    return
  }
  outgoing.write(text)
  takeRest(incoming, (isWhole) => {
    outgoing.end()
    if (!isWhole) incoming.socket.destroySoon()
  })
}

function takeRest(incoming: IncomingMessage, done: (isWhole: boolean) => void): void {
  let bytes = 0
  const finish = () => {
    clearTimeout(late)
    incoming.off('data', count).off('close', finish).off('end', finish)
    done(incoming.complete)
  }
  const count = (chunk: Uint8Array) => {
    bytes += chunk.byteLength
    if (bytes > maxRest.bytes) finish()
  }
  const late = setTimeout(finish, maxRest.milliseconds)
  incoming.on('data', count).once('end', finish).once('close', finish).resume()
}
