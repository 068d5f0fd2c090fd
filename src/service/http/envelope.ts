import type { ApiResponse } from '../../contract/evaluation.ts'
import type { GatewayMessage } from '../../contract/tokens.ts'
import { jsonAnswer, type ServiceAnswer } from './exchange.ts'

export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 408 | 413 | 417 | 421 | 429 | 431 | 500

/** An answer that is not a result. `message` is shown to people: it says what is wrong and with which value. */
export class Refusal extends Error {
  readonly status: RefusalStatus
  readonly headers: Readonly<Record<string, string>>

  constructor(status: RefusalStatus, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.headers = headers
  }
}

export function badRequest(message: string): Refusal {
  return new Refusal(400, message)
}

/** The service's error body. That of an evaluation has all four keys of an ApiResponse, other operations have no ID. */
export function errorAnswer({ status, message, headers }: Refusal, hasId = false): ServiceAnswer {
  const body: ApiResponse = { ...(hasId && { ID: '' }), Message: message, Meta: null, Status: 'Error' }
  return jsonAnswer(body, { status, headers })
}

/** The gateway's error body. */
export function gatewayErrorAnswer({ status, message, headers }: Refusal): ServiceAnswer {
  const body: GatewayMessage = { message, status: 'error' }
  return jsonAnswer(body, { status, headers })
}
