import { once } from '../model/once.ts'

/** Takes secrets out of a text. */
export type Conceal = (text: string) => string

/** One too short to be told from ordinary text stays. */
const shortest = 8

/**
 * Takes secrets out of a text: as they are, in Base64 at any alignment, and with any of their characters escaped for an
 * address, JSON or HTML. `flags`: `i` for a text that may show one in other letters.
 */
export function concealer(reveals: readonly (() => string)[], flags: '' | 'i' = ''): Conceal {
  const pattern = (form: Form) => {
    const secrets = reveals.map((reveal) => reveal()).filter((secret) => secret.length >= shortest)
    const forms = secrets
      .sort((one, other) => other.length - one.length)
      .flatMap((secret) => [
        ...Array.from(listSpellings(secret), createSpelling(form)),
        ...base64Forms(secret, form),
      ])
    return new RegExp(forms.join('|') || '(?!)', `g${flags}`)
  }
  const [plain, escaped] = [once(() => pattern(itself)), once(() => pattern(anyForm))]
  return (text) => text.replace(escapes.test(text) ? escaped() : plain(), veil)
}

const veil = '[secret]'

type Form = (character: string) => string

/** The start of every escaped character. Few texts have one, and compiling the pattern for them takes 25 ms. */
const escapes = /[%&]|\\u/

/** Escapes may be escaped again: `\\u002d`, `%252d`, and in JSON `\u0026#45;`. */
const backslash = String.raw`\\{1,4}`
const percent = `(?:%|${backslash}u0025)(?:25)*`
const ampersand = `(?:&|${backslash}u0026)(?:amp;)*`

/** The secret as it is, in a JSON text, and in a JSON text within another: the longest first. */
function listSpellings(secret: string): Set<string> {
  const once = JSON.stringify(secret).slice(1, -1)
  return new Set([JSON.stringify(once).slice(1, -1), once, secret])
}

function createSpelling(form: Form): (text: string) => string {
  return (text) => Array.from(text, form).join('')
}

/** The character itself, or any escape of it. */
function anyForm(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
  const json = units.map((unit) => `${backslash}u${renderHexPattern(unit, 4)}`).join('')
  const address = [...new TextEncoder().encode(character)]
    .map((byte) => percent + renderHexPattern(byte, 2))
    .join('')
  const entity = `${ampersand}(?:#0*${code}|#[xX]0*${renderHexPattern(code, 1)}${isPlain(character) ? '' : '|[A-Za-z]{2,8}'});?`
  return `(?:${json}|${address}|${entity}|${itself(character)})`
}

function isPlain(character: string): boolean {
  return /[a-z0-9]/i.test(character)
}

/** JSON may escape a slash. */
function itself(character: string): string {
  if (isPlain(character)) return character
  const literal = character.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&')
  return character === '/' ? `(?:${backslash})?${literal}` : literal
}

/** The digits in either case. */
function renderHexPattern(value: number, width: number): string {
  const digits = value.toString(16).padStart(width, '0')
  return digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
}

/**
 * The secret behind no, one or two other bytes, in both alphabets: the digits that depend on it alone, and those beside
 * them that depend on it in part.
 */
function base64Forms(secret: string, form: Form): string[] {
  const bytes = new TextEncoder().encode(secret)
  return [0, 1, 2].map((before) => {
    const shifted = new Uint8Array(before + bytes.length)
    shifted.set(bytes, before)
    const digits = btoa(String.fromCharCode(...shifted)).replace(/=+$/, '')
    const [first, last] = [Math.ceil((before * 8) / 6), Math.floor((shifted.length * 8) / 6)]
    const core = Array.from(digits.slice(first, last), (digit) => base64Digit(digit, form)).join('')
    return `${before === 0 ? '' : anyDigit}${core}${(shifted.length * 8) % 6 === 0 ? '' : anyDigit}(?:=|${percent}3[dD])*`
  })
}

const anyDigit = `(?:[A-Za-z0-9+/_-]|${percent}2[bBfF])?`

function base64Digit(digit: string, form: Form): string {
  if (digit === '+') return `(?:${form('+')}|${form('-')})`
  return digit === '/' ? `(?:${form('/')}|${form('_')})` : digit
}
