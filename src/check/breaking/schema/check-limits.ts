import { type AnyNumber, compareNumbers } from '../numbers.ts'
import type { Compared } from './compare.ts'
import { isCovered, type Limit, limits } from './limits.ts'
import type { SchemaView } from './schema-view.ts'

export function checkLimits(compared: Compared): void {
  for (const limit of limits) checkLimit(compared, limit)
  checkMultiples(compared)
  checkUniqueness(compared)
  checkPatterns(compared)
}

function checkLimit({ base, head, within, allowed, use, report }: Compared, limit: Limit): void {
  const { keyword, sign } = limit
  if (/Contains$/.test(keyword) && [base, head].some((view) => view.first('contains') === undefined)) return
  const [least, most] = [getLimit(within, keyword), getLimit(allowed, keyword)]
  if (most === undefined || (least !== undefined && compareNumbers(least, most) * sign <= 0)) return
  if (least === undefined && isCovered(within.limits, limit, most)) return
  const before = getLimit(base, keyword)
  const after = getLimit(head, keyword)
  if (before === undefined) report('breaking-request-limit-added', `now has ${keyword} ${after}`)
  else if (after === undefined)
    report('breaking-response-limit-loosened', `no longer has ${keyword} ${before}`)
  else report(movedLimit[use.direction], `had ${keyword} ${before} and now has ${after}`)
}

const movedLimit = {
  request: 'breaking-request-limit-tightened',
  response: 'breaking-response-limit-loosened',
}

/** A length of at least 0 is none. */
function getLimit({ limits }: SchemaView, keyword: string): AnyNumber | undefined {
  const value = limits.get(keyword)
  if (keyword === 'minContains') return value ?? 1
  return /^min(?:Length|Items|Properties)$/.test(keyword) ? (value ?? 0) : value
}

function checkMultiples({ base, head, within, allowed, use, report }: Compared): void {
  const [some, all] = [within.multipleOf, allowed.multipleOf]
  if (all === 0 || compareNumbers(some, all) === 0) return
  const areRatios = typeof some === 'number' && typeof all === 'number'
  if (areRatios && some > 0 && Math.abs(some / all - Math.round(some / all)) < 1e-9) return
  const [before, after] = [base.multipleOf || 'none', head.multipleOf || 'none']
  report(movedLimit[use.direction], `had multipleOf ${before} and now has ${after}`)
}

function checkUniqueness({ within, allowed, use, report }: Compared): void {
  if (!allowed.has('uniqueItems', true) || within.has('uniqueItems', true)) return
  report(movedLimit[use.direction], `may ${use.direction === 'request' ? 'no longer' : 'now'} repeat an item`)
}

const anyText = /^\^?\.\*\$?$/

function checkPatterns({ base, within, allowed, use, report }: Compared): void {
  const [pattern] = [...allowed.patterns].filter((each) => !within.patterns.has(each) && !anyText.test(each))
  if (pattern === undefined) return
  if (use.direction === 'response')
    report('breaking-response-pattern-changed', `no longer has the pattern \`${pattern}\``)
  else if (base.patterns.size === 0)
    report('breaking-request-pattern-added', `now has the pattern \`${pattern}\``)
  else report('breaking-request-pattern-changed', `now has the pattern \`${pattern}\``)
}
