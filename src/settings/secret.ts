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

/** Whether a header can carry the text as a credential: a line break or a blank could add a header of its own. */
export function isToken(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text)
}
