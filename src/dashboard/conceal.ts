import { GovError } from '../model/errors.ts'
import { type Conceal, concealer } from './concealer.ts'
import type { Fetch, FetchAnswer } from './fetch.ts'

/**
 * A fetch whose answers and errors hold none of the credentials that were sent: a server or a proxy that echoes one
 * would put it into messages and reports. An error may spell a host in another letter case than it was sent in.
 */
export function concealing(fetch: Fetch, reveals: readonly (() => string)[]): Fetch {
  const [conceal, concealAnyCase] = [concealer(reveals), concealer(reveals, 'i')]
  return async (url, init) => {
    const answer = await fetch(url, init).catch((error: unknown) => {
      throw error instanceof GovError ? concealedError(error, concealAnyCase) : error
    })
    return concealed(answer, conceal)
  }
}

function concealedError({ kind, code, message, hint, cause }: GovError, conceal: Conceal): GovError {
  return new GovError(kind, code, conceal(message), conceal(hint), cause)
}

function concealed(answer: FetchAnswer, conceal: Conceal): FetchAnswer {
  return {
    status: answer.status,
    note: answer.note,
    headers: {
      get: (name) => {
        const value = answer.headers.get(name)
        return value === null ? null : conceal(value)
      },
    },
    text: async () => conceal(await answer.text()),
  }
}
