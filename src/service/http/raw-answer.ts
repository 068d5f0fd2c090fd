import { STATUS_CODES } from 'node:http'
import { errorAnswer, type Refusal } from './envelope.ts'
import type { ServiceAnswer } from './exchange.ts'

/** The refusal as an answer after which the connection is closed. */
export function lastAnswer(refusal: Refusal): ServiceAnswer {
  const answer = errorAnswer(refusal)
  return { ...answer, headers: { ...answer.headers, connection: 'close' } }
}

/** The same as bytes: for what never became a request. */
export function rawAnswer(refusal: Refusal): string {
  const { status, headers, text } = lastAnswer(refusal)
  const all = { ...headers, 'content-length': Buffer.byteLength(text) }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${text}`
}
