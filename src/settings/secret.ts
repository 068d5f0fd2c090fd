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

/** Prefixes of common access keys: GitHub, GitLab, Slack, AWS, Google, Stripe and OpenAI, npm, PyPI, Vault, Hugging Face. */
const keyPattern =
  /(?<![\w-])(?:gh[opsur]_|github_pat_|glpat-|xox[abeprs]-|AKIA|ASIA|AIza|ya29\.|[rs]k[-_]|npm_|pypi-|hv[bs]\.|hf_)[\w-]{16}/

/** JOSE: a header that is a JSON object in Base64, and what it is about. */
const jsonTokenPattern = /(?<![\w-])eyJ[\w-]{8,}\.[\w-]*\./

/** Names the kind of secret that a header's value is or holds by its form; undefined for other values. */
export function findSecretForm(value: string): string | undefined {
  if (jsonTokenPattern.test(value)) return 'a JSON Web Token'
  if (keyPattern.test(value)) return 'an access key'
  const [, scheme = '', credential = ''] = /^\s*(bearer|basic)\s+(\S{4,})\s*$/i.exec(value) ?? []
  if (scheme.toLowerCase() === 'bearer') return 'a bearer token'
  return tryMake(() => atob(credential))?.includes(':') ? 'a user name and password' : undefined
}

/** Whether a header can carry the text as a credential: a line break or a blank could add a header of its own. */
export function isToken(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text)
}
