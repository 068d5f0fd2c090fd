import type { Fetch, FetchAnswer } from './fetch.ts'

const shortest = 8

/**
 * A fetch whose answers hold none of the credentials that were sent: a server or a proxy that echoes one would put it
 * into messages and reports. A credential too short to be told from ordinary text stays.
 */
export function concealing(fetch: Fetch, reveals: readonly (() => string)[]): Fetch {
  const conceal = (text: string) =>
    reveals
      .map((reveal) => reveal())
      .filter((secret) => secret.length >= shortest)
      .reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text)
  return async (url, init) => concealed(await fetch(url, init), conceal)
}

function concealed(answer: FetchAnswer, conceal: (text: string) => string): FetchAnswer {
  return {
    status: answer.status,
    headers: {
      get: (name) => {
        const value = answer.headers.get(name)
        return value === null ? null : conceal(value)
      },
    },
    text: async () => conceal(await answer.text()),
  }
}
