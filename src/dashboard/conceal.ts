import { GovError } from '../model/errors.ts'
import type { Fetch, FetchAnswer } from './fetch.ts'

const shortest = 8

/**
 * A fetch whose answers and errors hold none of the credentials that were sent: a server or a proxy that echoes one
 * would put it into messages and reports.
 */
export function concealing(fetch: Fetch, reveals: readonly (() => string)[]): Fetch {
  const conceal = concealer(reveals)
  return async (url, init) => {
    const answer = await fetch(url, init).catch((error: unknown) => {
      throw error instanceof GovError ? concealedError(error, reveals) : error
    })
    return concealed(answer, conceal)
  }
}

/**
 * Takes secrets out of a text, as they are, as JSON may write them and as an address does. One too short to be told
 * from ordinary text stays. They are revealed when a text comes, and kept nowhere.
 */
export function concealer(reveals: readonly (() => string)[]): (text: string) => string {
  return (text) => long(reveals).reduce((rest, secret) => hide(rest, secret), text)
}

function long(reveals: readonly (() => string)[]): readonly string[] {
  return reveals.map((reveal) => reveal()).filter((secret) => secret.length >= shortest)
}

function hide(text: string, secret: string): string {
  const plain = text.replaceAll(secret, veil).replaceAll(encodeURIComponent(secret), veil)
  return plain.includes('\\') ? plain.replace(escaped(secret), veil) : plain
}

const veil = '[secret]'

/** A JSON text may write any character as an escape: `\u002d`, `\/`. */
function escaped(secret: string, flags = 'g'): RegExp {
  const characters = Array.from(secret, (character) => {
    const hex = character.charCodeAt(0).toString(16).padStart(4, '0')
    const digits = Array.from(hex, (digit) =>
      /[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit,
    )
    const itself = /[a-z0-9]/i.test(character) ? character : `\\\\?\\x${hex.slice(2)}`
    return `(?:${itself}|\\\\u${digits.join('')})`
  })
  return new RegExp(characters.join(''), flags)
}

/** Of what an error names, a host may stand in other letters than it was sent in. */
function concealedError({ kind, code, message, hint, cause }: GovError, reveals: readonly (() => string)[]) {
  const hideAll = (text: string) =>
    long(reveals).reduce((rest, secret) => rest.replace(escaped(secret, 'gi'), veil), text)
  return new GovError(kind, code, hideAll(message), hideAll(hint), cause)
}

function concealed(answer: FetchAnswer, conceal: (text: string) => string): FetchAnswer {
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
