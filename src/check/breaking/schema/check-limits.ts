import { type AnyNumber, compareNumbers } from '../numbers.ts'
import { checkPatterns } from './check-patterns.ts'
import { findType, mayHaveType } from './check-types.ts'
import { isRefused } from './check-values.ts'
import type { Compared } from './compare.ts'
import { findBounded, isBoundCovered, isPast, type Limit, limits } from './limits.ts'
import { isType, listedValues, type SchemaView } from './schema-view.ts'

export function checkLimits(compared: Compared): void {
  const mayBe = (type: string) => mayHaveType(compared.within, type)
  for (const limit of limits)
    if (findBounded(limit.keyword) !== 'string' && mayBe(findBounded(limit.keyword)))
      checkLimit(compared, limit)
  if (mayBe('number')) checkMultiples(compared)
  if (mayBe('array')) checkUniqueness(compared)
  const areTold = mayBe('string') && checkStrings(compared)
  const texts = compared.use.isText && !areTold ? viewTexts(compared) : undefined
  if (texts === undefined) return
  // What it looks like was never written as a bound.
  const shown = { ...texts, limits: new Map() }
  const [oldView, newView] =
    compared.judgedAs === 'request' ? [shown, compared.newView] : [compared.oldView, shown]
  const { within } = compared
  const isKnown = /^(?:int32|int64|float|double|undefined)$/.test(String(within.first('format')))
  const shows = (text: string) => isValidNumber(JSON.parse(text), within)
  checkStrings({ ...compared, within: texts, oldView, newView }, isKnown ? shows : undefined)
}

/** Also of a boolean. False: it is not valid, or not exact. */
function isValidNumber(value: unknown, view: SchemaView): boolean {
  if (isRefused(value, view)) return false
  const most = view.formats.has('int32') ? 2 ** 31 - 1 : Number.MAX_SAFE_INTEGER
  const isMultiple = view.multipleOf === 0 || Number(value) % Number(view.multipleOf) === 0
  return typeof value !== 'number' || (Math.abs(value) <= most && isMultiple)
}

/** Whether there was something to report. */
function checkStrings(compared: Compared, shows?: (text: string) => boolean): boolean {
  let isTold = false
  const report: Compared['report'] = (...finding) => {
    isTold = true
    compared.report(...finding)
  }
  for (const limit of limits)
    if (findBounded(limit.keyword) === 'string') checkLimit({ ...compared, report }, limit)
  checkPatterns({ ...compared, report }, shows)
  return isTold
}

/** Sent as text, a number or boolean may be read as a string: then what bounds strings bounds its text. */
function viewTexts({ within, allowed }: Compared): SchemaView | undefined {
  const types = within.types ?? new Set(listedValues(within)?.map(findType))
  const isRead = (type: string) =>
    allowed.types?.has(type) || (type === 'integer' && allowed.types?.has('number'))
  const left = looks.filter(({ type }) => types.has(type) && !isRead(type))
  if (left.length === 0 || !allowed.types?.has('string')) return undefined
  const values = listedValues(within)?.filter((value) => left.some(({ type }) => type === findType(value)))
  const isPositive = compareNumbers(within.limits.get('minimum') ?? -1, 0) >= 0
  const patterns = left.map(({ pattern }) => (isPositive ? pattern.replace('-?', '') : pattern))
  const bounds = ['minimum', 'maximum'].map((keyword) => String(within.limits.get(keyword) ?? ''))
  const longest = left.map(({ type, most }) =>
    type === 'integer' && !bounds.includes('') ? Math.max(...bounds.map(({ length }) => length)) : most,
  )
  return {
    ...within,
    types: new Set(['string']),
    values: values?.map(String),
    constant: undefined,
    patterns: new Set([`^(${patterns.join('|')})$`]),
    limits: new Map([
      ['minLength', Math.min(...left.map(({ least }) => least))],
      ['maxLength', Math.max(...longest)],
    ]),
  }
}

/** How numbers and booleans look as text. */
const looks = [
  { type: 'integer', pattern: '0|-?[1-9]\\d*', least: 1, most: Infinity },
  { type: 'number', pattern: '-?(0|[1-9]\\d*)(\\.\\d+)?', least: 1, most: Infinity },
  { type: 'boolean', pattern: 'true|false', least: 4, most: 5 },
]

function checkLimit(compared: Compared, limit: Limit): void {
  const { oldView, newView, within, allowed, judgedAs, report } = compared
  const { keyword, sign } = limit
  if (/Contains$/.test(keyword) && [oldView, newView].some((view) => view.first('contains') === undefined))
    return
  const areIntegers = isType(within, 'integer')
  const most = getLimit(allowed, keyword, areIntegers)
  const least = findLeast(compared, keyword, areIntegers)
  if (most === undefined || (least !== undefined && compareNumbers(least, most) * sign <= 0)) return
  if (least === undefined && isBoundCovered(within.limits, limit, most, areIntegers)) return
  if (listedValues(within)?.every((value) => !isPast(value, limit, most))) return
  const oldLimit = getLimit(oldView, keyword)
  const newLimit = getLimit(newView, keyword)
  const former = getLimit(oldView, limit.other ?? '')
  if (oldLimit === undefined && former !== undefined)
    report(movedLimit[judgedAs], `had ${limit.other} ${former} and now has ${keyword} ${newLimit}`)
  else if (oldLimit === undefined) report('breaking-request-limit-added', `now has ${keyword} ${newLimit}`)
  else if (newLimit === undefined)
    report('breaking-response-limit-loosened', `no longer has ${keyword} ${oldLimit}`)
  else report(movedLimit[judgedAs], `had ${keyword} ${oldLimit} and now has ${newLimit}`)
}

const movedLimit = {
  request: 'breaking-request-limit-tightened',
  response: 'breaking-response-limit-loosened',
} as const

/** The bound that values meet, whichever keyword says so. */
function findLeast({ within, use }: Compared, keyword: string, areIntegers: boolean): AnyNumber | undefined {
  const value = getLimit(within, keyword, areIntegers)
  if (keyword === 'minProperties') return Math.max(Number(value), within.required.size)
  if (keyword === 'minLength' && use.isFilled) return Math.max(Number(value), 1)
  if (value !== undefined || !within.formats.has('int32')) return value
  return keyword === 'maximum' ? 2 ** 31 - 1 : keyword === 'minimum' ? -(2 ** 31) : undefined
}

/** A length of at least 0 is none; of integers, the bound is the first that is within it. */
function getLimit({ limits }: SchemaView, keyword: string, areIntegers = false): AnyNumber | undefined {
  const value = limits.get(keyword)
  if (areIntegers && typeof value === 'number' && /^m(?:in|ax)imum$/.test(keyword))
    return keyword === 'minimum' ? Math.ceil(value) : Math.floor(value)
  if (keyword === 'minContains') return value ?? 1
  return /^min(?:Length|Items|Properties)$/.test(keyword) ? (value ?? 0) : value
}

function checkMultiples({ oldView, newView, within, allowed, judgedAs, report }: Compared): void {
  const [known, needed] = [within.multipleOf || Number(isType(within, 'integer')), allowed.multipleOf]
  if (needed === 0 || compareNumbers(known, needed) === 0) return
  const areRatios = typeof known === 'number' && typeof needed === 'number'
  if (areRatios && known > 0 && Math.abs(known / needed - Math.round(known / needed)) < 1e-9) return
  const [oldMultiple, newMultiple] = [oldView.multipleOf || 'none', newView.multipleOf || 'none']
  report(movedLimit[judgedAs], `had multipleOf ${oldMultiple} and now has ${newMultiple}`)
}

function checkUniqueness({ within, allowed, judgedAs, report }: Compared): void {
  if (!allowed.has('uniqueItems', true) || within.has('uniqueItems', true)) return
  if (Number(within.limits.get('maxItems') ?? Infinity) <= 1) return
  report(movedLimit[judgedAs], `may ${judgedAs === 'request' ? 'no longer' : 'now'} repeat an item`)
}
