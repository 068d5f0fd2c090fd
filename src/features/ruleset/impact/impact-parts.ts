import { type ExitCode, exitCodes, worstExitCode } from '../../../core/model/errors.ts'
import { oneLine } from '../../../core/text/sanitize.ts'
import { excerpt, grouped, joinNames, plural } from '../../../core/text/wording.ts'
import { chooseEffect } from './impact.ts'
import type { ApiEffect, Impact, ImpactApi, ImpactGroup, ImpactRule, ImpactSide } from './impact-model.ts'

export function headline(impact: Impact): string {
  const { newly_failing, apis, unknown } = impact
  const verb = newly_failing === 1 ? 'fails' : 'fail'
  const count = newly_failing === 0 ? 'none' : grouped(newly_failing)
  const known =
    apis.length === 1 && newly_failing === 1 ? '1 of 1 API' : `${count} of ${plural(apis.length, 'API')}`
  const rest = unknown > 0 ? `; ${grouped(unknown)} unknown` : ''
  const nothing = impact.matches_nothing
    ? `; none of the own rules of ${oneLine(excerpt(impact.new.name))} matches anything`
    : ''
  return `${known} newly ${count === 'none' ? 'fails' : verb}${rest}${describeRunFailure(impact)}${nothing}`
}

/** Reports failures of the whole run that the verdicts of single APIs do not show. */
function describeRunFailure({ newly_failing, run }: Impact): string {
  if (run.reasons.length > 0)
    return `; refused of the whole run: ${oneLine(excerpt(run.reasons.join('; '), 240))}`
  return newly_failing === 0 && run.before === 'passed' && run.after === 'failed'
    ? '; all of them in one run newly fail'
    : ''
}

export function chooseWord(impact: Impact): 'BREAKS' | 'UNKNOWN' | 'SAFE' {
  if (isIncomplete(impact)) return 'UNKNOWN'
  return failsPipeline(impact) ? 'BREAKS' : 'SAFE'
}

const runVerdicts = { passed: 'passes', failed: 'fails', incomplete: 'unknown' } as const
const runWords = { passed: 'passes', failed: 'fails', incomplete: 'is incomplete' } as const

export function describeOtherCounts(impact: Impact): string {
  const { newly_passing, still_failing, still_passing, not_applicable, run, apis } = impact
  const counts = [
    `${grouped(newly_passing)} newly ${newly_passing === 1 ? 'passes' : 'pass'}`,
    `${grouped(still_failing)} still ${still_failing === 1 ? 'fails' : 'fail'}`,
    `${grouped(still_passing)} still ${still_passing === 1 ? 'passes' : 'pass'}`,
    ...(not_applicable.length === 0
      ? []
      : [`${grouped(not_applicable.length)} not applicable (${renderNames(not_applicable)})`]),
  ].join(', ')
  const [old, now] = [runWords[run.before], runWords[run.after]]
  const whole =
    old === now ? `${old} with both rulesets` : `${old} with the old ruleset and ${now} with the new one`
  const effect = chooseEffect(runVerdicts[run.before], runVerdicts[run.after])
  if (apis.length === 1 && apis[0]?.effect === effect) return counts
  return `${counts}. One check of all APIs together ${whole}`
}

const mostNamed = 5

function renderNames(apis: Impact['not_applicable']): string {
  const names = apis.map(({ id, name, resource_type }) => `${name || id}: ${resource_type}`)
  return oneLine(excerpt(joinNames(names, mostNamed)))
}

/** `After 2027-01-31: 3 more APIs newly fail (operation-tags becomes error).` */
export function laterTexts({ later }: Impact): readonly string[] {
  return later.map(({ until, rules, newly_failing: count }) => {
    const apis = count === 0 ? 'no more APIs' : plural(count, 'more API')
    const names = rules.slice(0, mostRules).map(({ rule_id, severity }) => `${rule_id} becomes ${severity}`)
    const more = rules.length > mostRules ? `, and ${plural(rules.length - mostRules, 'more rule')}` : ''
    return `After ${until}: ${apis} newly ${count === 1 ? 'fails' : 'fail'} (${names.join(', ')}${more})`
  })
}

export function sideText({ name, commit }: ImpactSide): string {
  return commit === undefined ? name : `${name} (${commit.slice(0, 7)})`
}

export function renderTitle({ id, name }: ImpactApi): string {
  return name === undefined || name === id ? id : `${name} (${id})`
}

/** `12 operation-summary, 3 info-contact`: the rules that turn the verdict; of the others, why it is unknown. */
export function explainVerdict(
  { turned_by, reasons }: ImpactApi,
  mostReasons = Number.POSITIVE_INFINITY,
): string {
  const shown = turned_by.slice(0, mostRules).map(({ rule_id, count }) => `${grouped(count)} ${rule_id}`)
  const rest = turned_by.length - shown.length
  if (shown.length === 0) return reasons.slice(0, mostReasons).join('; ')
  return [...shown, ...(rest > 0 ? [plural(rest, 'more rule')] : [])].join(', ')
}

const mostRules = 3

export interface ImpactTable {
  readonly title: string
  readonly heads: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** The columns after the first `texts` are numbers. */
  readonly texts: number
  /** Those of the rows, if these are APIs. */
  readonly apis?: readonly ImpactApi[]
}

/** Which APIs, by which rules, and whose they are; a table without rows is not shown. */
export function impactTables(impact: Impact): readonly ImpactTable[] {
  const flips = ['newly fail', 'newly pass']
  const ruleWords = ['rule', 'change', 'issues +', 'issues -', ...flips]
  const groupTable = (title: string, word: string, groups: readonly ImpactGroup[]): ImpactTable => {
    return {
      title,
      heads: [word, 'APIs', ...flips],
      rows: groups.map(({ name, apis, newly_failing, newly_passing }) => [
        name === '' ? '(none)' : name,
        ...[apis, newly_failing, newly_passing].map(grouped),
      ]),
      texts: 1,
    }
  }
  return [
    apiTable('Newly fail', 'newly-fails', impact),
    apiTable('Not known', 'unknown', impact),
    apiTable('Newly pass', 'newly-passes', impact),
    { title: 'Rules', heads: ruleWords, rows: impact.rules.map(ruleCells), texts: 2 },
    groupTable('Owners', 'owner', impact.owners),
    groupTable('Categories', 'category', impact.categories),
  ]
}

function apiTable(title: string, effect: ApiEffect, impact: Impact): ImpactTable {
  const apis = impact.apis.filter((api) => api.effect === effect)
  const owned = apis.some(({ owners }) => owners.length > 0)
  const heads = owned ? ['API', 'owner', 'why'] : ['API', 'why']
  const rows = apis.map((api) => {
    return [renderTitle(api), ...(owned ? [api.owners.join(', ')] : []), explainVerdict(api)]
  })
  return { title: `${title} (${grouped(apis.length)})`, heads, rows, texts: heads.length, apis }
}

function ruleCells(rule: ImpactRule): string[] {
  const { rule_id, change = '', severity, added, removed, newly_failing, newly_passing } = rule
  const how = severity ? `${severity.old} -> ${severity.new}` : change
  return [rule_id, how, ...[added, removed, newly_failing, newly_passing].map(grouped)]
}

/** Whether a pipeline that passed may fail: one for an API, or that of the config. */
function failsPipeline({ newly_failing, run }: Pick<Impact, 'newly_failing' | 'run'>): boolean {
  return newly_failing > 0 || run.reasons.length > 0 || (run.before === 'passed' && run.after === 'failed')
}

function isIncomplete({ unknown, run }: Pick<Impact, 'unknown' | 'run'>): boolean {
  return unknown > 0 || run.before === 'incomplete' || run.after === 'incomplete'
}

/** An API that was not evaluated is never safe. */
export function impactExitCode(impact: Impact): ExitCode {
  const decided = failsPipeline(impact) ? exitCodes.policy : exitCodes.pass
  return worstExitCode([decided, ...(isIncomplete(impact) ? [exitCodes.incomplete] : [])])
}
