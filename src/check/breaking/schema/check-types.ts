import { isWhole, isWritten } from '../numbers.ts'
import { isAnchored } from '../read-api.ts'
import type { Compared } from './compare.ts'
import { isPast, limits } from './limits.ts'
import { isType, listedValues, type SchemaView } from './schema-view.ts'

/** Formats of 3.0, and how 3.1 writes them. */
const rewritten = [
  { format: 'byte', keyword: 'contentEncoding', value: 'base64' },
  { format: 'base64', keyword: 'contentEncoding', value: 'base64' },
  { format: 'base64url', keyword: 'contentEncoding', value: 'base64url' },
  { format: 'binary', keyword: 'contentMediaType', value: 'application/octet-stream' },
]

/** Checks what a text is the encoding of. */
export function checkEncoding({ oldView, newView, judgedAs, report }: Compared): void {
  for (const keyword of ['contentEncoding', 'contentMediaType']) {
    const [oldEncoding, newEncoding] = [oldView.first(keyword) ?? 'none', newView.first(keyword) ?? 'none']
    if (oldEncoding === newEncoding || isRewritten(oldView, newView, keyword)) continue
    const message = `had ${keyword} ${String(oldEncoding)} and now has ${String(newEncoding)}`
    report(`breaking-${judgedAs}-encoding-changed`, message)
  }
  const isText = isType(oldView, 'string') && !oldView.formats.has('binary')
  if (judgedAs === 'response' && isText && newView.first('type') === 'file')
    report('breaking-response-encoding-changed', 'was a string and is now a file')
}

/** Whether one has as a format what the other has as a keyword. */
export function isRewritten(oldView: SchemaView, newView: SchemaView, only?: string): boolean {
  return rewritten.some(({ format, keyword, value }) => {
    const isPair = (formatted: SchemaView, encoded: SchemaView) =>
      formatted.formats.size === 1 &&
      formatted.formats.has(format) &&
      encoded.formats.size === 0 &&
      encoded.first(keyword) === value
    return (only ?? keyword) === keyword && (isPair(oldView, newView) || isPair(newView, oldView))
  })
}

export function checkTypes(compared: Compared): void {
  checkReferences(compared)
  checkType(compared)
}

/** Checks what cannot be read is only the same if its name is, and the name leads out of the definition. */
function checkReferences({ oldView, newView, report }: Compared): void {
  const [oldReferences, newReferences] = [new Set(oldView.unresolved), new Set(newView.unresolved)]
  const isUnknown = (ref: string) => isAnchored(ref) || !oldReferences.has(ref) || !newReferences.has(ref)
  const reference = [...newReferences, ...oldReferences].find(isUnknown)
  if (reference !== undefined)
    report('breaking-not-compared', `cannot be compared: \`${reference}\` does not resolve`)
}

function checkType(compared: Compared): void {
  const { oldView, newView, within, allowed, use, judgedAs, report } = compared
  const direction = judgedAs
  if (allowed.isNever) {
    const message = direction === 'request' ? 'now allows nothing' : 'was ruled out and may now be there'
    report(`breaking-${direction}-type-changed`, message)
    return
  }
  // From 3.1 on, properties or items without a type leave all types but theirs as they were, null among them.
  const isUntyped = within.types !== undefined && within.isNullable === undefined
  const isOpen = isUntyped && allowed.isNullable === true && allowed.declaredTypes !== undefined
  const [oldType, newType] = [oldView, newView].map((view) =>
    isOpen && view === within ? 'of any type' : typeText(view),
  )
  const isChanged =
    isOpen ||
    !typesFit(typesAsSent(compared) ?? within.types ?? typesOfValues(within), allowed.types, use.isText) ||
    !formatFits(within, allowed)
  if (isChanged && oldType !== newType)
    report(`breaking-${direction}-type-changed`, `was ${oldType} and is now ${newType}`)
  const isRefused = within.isNullable === true && allowed.isNullable === false
  if (isRefused || (!isChanged && losesNull(compared))) reportNull(compared)
  else if (
    within.mayBeNullable &&
    !within.isNullable &&
    allowed.mayBeNullable === false &&
    !(allowed.isNullable || allowed.takesNull())
  ) {
    const change = direction === 'request' ? 'no longer has' : 'now has'
    report(`breaking-${direction}-null-unclear`, `${change} nullable, which 3.1 does not have`)
  }
}

/** Whether null was valid, and is so no more, with all alternatives. */
export function losesNull({ within, allowed }: Compared): boolean {
  return allowed.takesNull() === false && within.takesNull() === true
}

export function reportNull({ judgedAs: direction, report }: Compared): void {
  if (direction === 'request') report('breaking-request-null-refused', 'can no longer be null')
  else report('breaking-response-null-added', 'may now be null')
}

function typesOfValues(view: SchemaView): ReadonlySet<string> | undefined {
  const values = listedValues(view)?.filter((value) => value !== null)
  return values && new Set(values.map(findType))
}

/** Of texts that are listed, as numbers and booleans if the other version reads them so, and no bound refuses one. */
function typesAsSent({ within, allowed, use }: Compared): ReadonlySet<string> | undefined {
  const texts = use.isText && allowed.multipleOf === 0 ? listedValues(within)?.map(String) : undefined
  if (!texts?.every((text) => /^(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?)$/.test(text))) return undefined
  const values: readonly unknown[] = texts.map((text) => JSON.parse(text))
  const digits = (text = '') => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
  if (values.some((value, at) => String(value) !== digits(texts[at]))) return undefined
  const isRefused = limits.some((limit) => {
    const bound = allowed.limits.get(limit.keyword)
    return bound !== undefined && values.some((value) => isPast(value, limit, bound))
  })
  return isRefused ? undefined : new Set(values.map(findType))
}

export function findType(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  if (isWritten(value)) return isWhole(value) ? 'integer' : 'number'
  return Number.isInteger(value) ? 'integer' : typeof value
}

function typesFit(
  within: ReadonlySet<string> | undefined,
  allowed: ReadonlySet<string> | undefined,
  isText: boolean,
): boolean {
  if (allowed === undefined) return true
  if (within === undefined) return false
  if (isText && allowed.has('string') && !within.has('object') && !within.has('array')) return true
  return [...within].every((type) => allowed.has(type) || (type === 'integer' && allowed.has('number')))
}

/** Formats whose values are all of the other format, too. */
const wider = new Map([
  ['float', ['double']],
  ['int32', ['int64', 'bigint', 'float', 'double']],
  ['int64', ['bigint', 'double']],
])

function formatFits(within: SchemaView, allowed: SchemaView): boolean {
  if (isRewritten(within, allowed)) return true
  const fits = (wanted: string) =>
    [...within.formats].some((format) => format === wanted || wider.get(format)?.includes(wanted))
  return [...allowed.formats].every(fits)
}

function typeText({ types, isNullable, formats }: SchemaView): string {
  const isNone = types?.size === 0 && isNullable !== true
  const text = isNone ? 'of no type' : types ? nameTypes(types) : 'of any type'
  return formats.size === 0 ? text : `${text} (${[...formats].sort().join(' and ')})`
}

/** `a string or integer`. */
export function nameTypes(types: ReadonlySet<string>): string {
  const [first = 'null'] = types
  return `${/^[aio]/.test(first) ? 'an ' : types.size === 0 ? '' : 'a '}${[...types].join(' or ') || first}`
}

/** Whether it may have values of a type: keywords about others say nothing of it. */
export function mayHaveType(view: SchemaView, type: string): boolean {
  const types = view.declaredTypes ?? typesOfValues(view)
  // Of a type that does not exist nobody knows what it is.
  const isKnown = [...(types ?? [])].every((each) => knownTypes.has(each))
  return types === undefined || !isKnown || hasType({ types }, type)
}

const knownTypes: ReadonlySet<string> = new Set('array boolean integer null number object string'.split(' '))

export function hasType({ types }: Pick<SchemaView, 'types'>, type: string): boolean {
  const alike = type === 'integer' ? ['number'] : type === 'number' ? ['integer'] : []
  return [type, ...alike].some((each) => types?.has(each))
}
