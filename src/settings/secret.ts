import { tryMake } from '../core/model/try-make.ts'

/** A value that is never printed by accident: only `reveal` gives it away. */
export interface Secret {
  readonly reveal: () => string
  readonly toString: () => string
  readonly toJSON: () => string
}

const veiled = '[secret]'
const inspect = Symbol.for('nodejs.util.inspect.custom')

/** Wraps `value`: templates, JSON, the console and the inspector all show `[secret]`. */
export function secret(value: string): Secret {
  const veil = () => veiled
  const wrapped = { reveal: () => value, toString: veil, toJSON: veil, [inspect]: veil }
  return Object.freeze(wrapped)
}

/** Of at least so many characters, with letters of both cases and digits among them: no name of a file or a team. */
const mixed = (letters: string, least: number) =>
  `(?=[${letters}]*[A-Z])(?=[${letters}]*[a-z])(?=[${letters}]*\\d)[${letters}]{${least}}`

/** Common access keys, by their prefixes and what follows these. */
const accessKeys = [
  `(?:gh[opsur]_|npm_|hf_|lin_api_|dp\\.st\\.(?:[\\w-]+\\.)?)${mixed('a-zA-Z\\d', 30)}`,
  `(?:github_pat_|gl(?:pat|[dr]t)-|xox[abeprs]-|AIza|ya29\\.|hv[bs]\\.|ATATT3x|pypi-AgE|SG\\.[\\w-]{16,}\\.)${mixed('\\w-', 20)}`,
  `[rs]k[-_](?:[a-zA-Z\\d]+[-_])*${mixed('a-zA-Z\\d', 20)}`,
  '(?:AKIA|ASIA)(?=[A-Z]*\\d)[A-Z\\d]{16}|(?:SK|dapi|dop_v1_|shpat_)[\\da-f]{32}',
]
const keyPattern = new RegExp(`(?<![\\w-])(?:${accessKeys.join('|')})`)

/** JOSE: a header that is a JSON object in Base64, and what it is about. */
const jsonTokenPattern = /(?<![\w-])eyJ[\w-]{8,}\.[\w-]*\./

/** Names the kind of secret that a text holds by its form; undefined for other texts. */
export function findSecretForm(text: string): string | undefined {
  if (jsonTokenPattern.test(text)) return 'a JSON Web Token'
  if (text.includes('PRIVATE KEY-----')) return 'a private key'
  return keyPattern.test(text) ? 'an access key' : undefined
}

/** A scheme or a name, and what follows it: sentences have such words, the value of a header has them with a credential. */
const credentialPattern =
  /(?:^\s*(?:token|api-?key|negotiate|ntlm)\s+|(?<![a-z\d])(?:(?:token|api-?key)[:=]\s*|bearer[\s:=]+))[\w.~+/-]{16}|(?<![a-z\d])(?:(?:password|secret|token|api-?key)=\S{12}|digest\s+\w+=)/i

/** As `findSecretForm`, of a header's value. */
export function findHeaderSecret(value: string): string | undefined {
  const form = findSecretForm(value)
  if (form !== undefined) return form
  const [, scheme = '', credential = ''] = /^\s*(?:(bearer|basic)\s+)?(\S{4,})\s*$/i.exec(value) ?? []
  if (scheme.toLowerCase() === 'bearer') return 'a bearer token'
  if (credentialPattern.test(value)) return 'a credential'
  const pair = tryMake(() => atob(credential.replaceAll('-', '+').replaceAll('_', '/'))) ?? ''
  // Without the scheme, only a name and a password: other texts in Base64 have a colon, too.
  const isPair = scheme === '' ? /^(?=.{9})[a-z][\w.@+-]+:(?!\/)[!-~]+$/i.test(pair) : pair.includes(':')
  return isPair ? 'a user name and password' : undefined
}

/** Whether a header can carry the text as a credential: a line break or a blank could add a header of its own. */
export function isToken(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text)
}
