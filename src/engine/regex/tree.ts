/** What a character (a code unit, or with the `u` flag a code point) must be; no character, at the end of a text, is -1. */
export type CharTest = (code: number) => boolean

/** A regular expression as far as whether it matches goes: groups and laziness make no difference to that. */
export type Regex =
  | { readonly kind: 'char'; readonly test: CharTest }
  | { readonly kind: 'sequence'; readonly items: readonly Regex[] }
  | { readonly kind: 'choice'; readonly options: readonly Regex[] }
  | { readonly kind: 'repeat'; readonly item: Regex; readonly min: number; readonly max: number }
  | { readonly kind: 'edge'; readonly edge: Edge }
  | { readonly kind: 'look'; readonly item: Regex; readonly behind: boolean; readonly negated: boolean }
  /** A backreference, or syntax newer than this reader: only the engine of the platform can match it. */
  | { readonly kind: 'opaque' }

/** `^`, `$`, `\b`, `\B`, the first two with the `m` flag or without. */
export type Edge = 'start' | 'end' | 'line-start' | 'line-end' | 'word' | 'no-word'
