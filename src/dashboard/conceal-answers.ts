import { GovError } from '../core/model/errors.ts'
import { type Conceal, concealer } from '../core/text/conceal.ts'
import type { Fetch, FetchAnswer } from './read-answer.ts'

/**
 * A fetch whose answers and errors hold none of the credentials that were sent: a server or a proxy that echoes one
 * would put it into messages and reports. An error may spell a host in another letter case than it was sent in.
 */
export function concealAnswers(fetch: Fetch, reveals: readonly (() => string)[]): Fetch {
  const [conceal, concealAnyCase] = [concealer(reveals), concealer(reveals, 'i')]
  return async (url, init) => {
    const answer = await fetch(url, init).catch((error: unknown) => {
      if (!(error instanceof GovError)) throw error
      const { kind, code, message, hint, cause } = error
      throw new GovError(kind, code, concealAnyCase(message), concealAnyCase(hint), cause)
    })
    return concealAnswer(answer, conceal)
  }
}

function concealAnswer(answer: FetchAnswer, conceal: Conceal): FetchAnswer {
  return {
    ...answer,
    headers: {
      get: (name) => {
        const value = answer.headers.get(name)
        return value === null ? null : conceal(value)
      },
    },
    text: async () => conceal(await answer.text()),
  }
}
