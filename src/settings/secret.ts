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

/** Common access keys: by prefixes that nothing else has, and by the whole form where a name may begin as they do. */
const accessKeys = [
  /(?:gh[opsur]_|github_pat_|gl(?:pat|[dr]t)-|xox[abeprs]-|AKIA|AIza|ya29\.|hv[bs]\.|dop_v1_|shpat_|ATATT3x|lin_api_|dp\.st\.)[\w.-]{16}/,
  /ASIA[A-Z\d]{16}|(?:npm|hf)_[a-zA-Z\d]{30}|pypi-AgE[\w-]{16}|SG\.[\w-]{16,}\.[\w-]{16}|(?:SK|dapi)[\da-f]{32}/,
  /[rs]k[-_](?=[\w-]*\d)(?:[a-zA-Z\d]+[-_])*[a-zA-Z\d]{20}/,
]
const keyPattern = new RegExp(`(?<![\\w-])(?:${accessKeys.map(({ source }) => source).join('|')})`)

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
  /(?<![a-z\d])(?:(?:bearer|token|api-?key|negotiate|ntlm)[\s:=]+[\w.~+/-]{16}|(?:password|secret|token|api-?key)=\S{12}|digest\s+\w+=)/i

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
