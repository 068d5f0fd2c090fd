/**
 * A JSONPath expression as a tree. `parse.ts` makes it from text; nothing else looks at the text again.
 * `steps` lead from the root to nodes; among them `^` goes back to the parent, and `~` gives the key instead of the value.
 */
export interface Query {
  /** The expression as it was written, for messages and as the key under which equal queries share work. */
  readonly text: string
  readonly steps: readonly QueryStep[]
}

/** One step of a query, from the nodes found so far to the next ones. */
export type QueryStep =
  | ChildStep
  | { readonly kind: 'parent' }
  | { readonly kind: 'key' }
  /** A trailing `..`: the node itself and every object and array below it. */
  | { readonly kind: 'containers' }

/** To children, or with `deep` (`..`) to descendants, that the selector accepts. */
export interface ChildStep {
  readonly kind: 'child'
  readonly deep: boolean
  readonly selector: StepSelector
}

export type StepSelector =
  | { readonly kind: 'wildcard' }
  | { readonly kind: 'members'; readonly members: readonly (string | number)[] }
  | SliceSelector
  | FilterSelector

export interface FilterSelector {
  readonly kind: 'filter'
  readonly test: Expression
  /** The expression as it was written: equal ones are tested once. */
  readonly text: string
}

/** `[start:end:step]`; a negative start or end counts from the array's end. `end` absent: to the last item. */
export interface SliceSelector {
  readonly kind: 'slice'
  readonly start: number
  readonly end: number | undefined
  readonly step: number
}

export type UnaryOperator = '!' | '-' | '+' | 'typeof' | 'void'

export type BinaryOperator =
  | '||'
  | '&&'
  | '=='
  | '!='
  | '==='
  | '!=='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'

/** Variables of a filter. `value` is `@`; `property` is the key or index of the node. */
export type QueryVariable = 'value' | 'root' | 'property' | 'parent' | 'parentProperty' | 'path'

/** The expression inside `?(...)`. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null | undefined }
  | { readonly kind: 'regex'; readonly pattern: RegExp }
  | { readonly kind: 'array'; readonly items: readonly Expression[] }
  | { readonly kind: 'variable'; readonly name: QueryVariable }
  | { readonly kind: 'member'; readonly object: Expression; readonly property: Expression }
  | {
      readonly kind: 'call'
      readonly object: Expression
      readonly method: string
      readonly args: readonly Expression[]
    }
  /** A function that belongs to no value, such as `Object.keys(...)` or `@string()`. */
  | { readonly kind: 'function'; readonly name: string; readonly args: readonly Expression[] }
  | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: Expression }
  | {
      readonly kind: 'binary'
      readonly operator: BinaryOperator
      readonly left: Expression
      readonly right: Expression
    }
  | {
      readonly kind: 'conditional'
      readonly test: Expression
      readonly yes: Expression
      readonly no: Expression
    }

/**
 * `..*` before another step is that step from any depth: Spectral reads `$..*.x` as `$..x`, and finds an `x` at the
 * root with it. In a query with another `..` it means what it says.
 */
export function dropDeepWildcards(steps: readonly QueryStep[]): readonly QueryStep[] {
  const deep = steps.filter((step) => step.kind === 'containers' || (step.kind === 'child' && step.deep))
  if (deep.length !== 1) return steps
  return steps.flatMap((step, index) => {
    if (isDeepWildcard(step) && steps[index + 1]?.kind === 'child') return []
    const before = steps[index - 1]
    return step.kind === 'child' && before && isDeepWildcard(before) ? { ...step, deep: true } : step
  })
}

/** Spectral reads `length` of an array, too, where nothing but names leads to it: `$.tags.length`. */
export function asksForLength({ steps }: Query): boolean {
  const names = steps.flatMap((step) => (step.kind === 'child' ? [findChildName(step)] : []))
  return names.at(-1) === 'length' && !names.includes(undefined)
}

function findChildName({ deep, selector }: ChildStep): string | number | undefined {
  return !deep && selector.kind === 'members' && selector.members.length === 1
    ? selector.members[0]
    : undefined
}

function isDeepWildcard(step: QueryStep): boolean {
  return step.kind === 'child' && step.deep && step.selector.kind === 'wildcard'
}

/** Whether the child of `parent` at `key` is in the slice. Objects have no slices. */
export function isInSlice(
  { start, end, step }: SliceSelector,
  parent: unknown,
  key: string | number | null,
): boolean {
  if (!Array.isArray(parent) || typeof key !== 'number') return false
  const from = start < 0 ? Math.max(start + parent.length, 0) : start
  const to = end === undefined ? parent.length : end < 0 ? end + parent.length : end
  return key >= from && key < to && (key - from) % step === 0
}
