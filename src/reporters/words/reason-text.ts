import { baseName } from '../../core/model/base.ts'
import type { BaselineEntry } from '../../core/model/baseline-entry.ts'
import type {
  ApiSelected,
  BaseReason,
  BreakingReason,
  Budget,
  InlineIgnores,
  Reason,
  StaleBaseline,
  Threshold,
  UnmatchedRule,
  UnmatchedRules,
  WaiverNotice,
} from '../../core/model/reason.ts'
import { listAtLeast, type Severity, severities } from '../../core/model/severity.ts'
import type { Waiver } from '../../core/model/waiver.ts'
import { chooseNoun, grouped, joinNames, plural, renderCount } from '../../core/text/wording.ts'
import { renderGap } from './gap-text.ts'

const maxNamed = 5

type ReasonTexts = { readonly [Kind in Reason['kind']]: (reason: Extract<Reason, { kind: Kind }>) => string }

const texts: ReasonTexts = {
  threshold: thresholdText,
  budget: (reason) =>
    `${renderCount(reason.count, reason.severity)}, limit ${grouped(reason.limit)} (${ruleName(reason, `max.${reason.severity}`)})`,
  advisory: ({ ruleset_id, action, count }) =>
    `${plural(count, 'issue')} from ruleset "${ruleset_id}" ${count === 1 ? 'is' : 'are'} advisory (action: ${action})`,
  idle: ({ ruleset_id }) => `rulesets.${ruleset_id} had no effect: it did not run`,
  waived: ({ count }) => `${plural(count, 'issue')} waived`,
  'inline-ignores': inlineText,
  baselined: ({ count }) => `${plural(count, 'issue')} in the baseline`,
  base: baseText,
  breaking: breakingText,
  waiver: waiverText,
  'stale-baseline': staleText,
  accepted: ({ gap }) => {
    const isIgnored = gap.kind === 'inline-ignores'
    return `${renderGap(gap)} (accepted: ${isIgnored ? 'inline_waivers: x-lint-ignore' : 'on_unevaluated: pass'})`
  },
  'weaker-policy': ({ origin, values }) =>
    `${origin} ${origin.includes(', ') ? 'weaken' : 'weakens'} the default policy (${values.join('; ')})`,
  'trusted-policy': ({ file, ignored }) =>
    `policy from ${file}${ignored.length === 0 ? '' : `; ignored in the config: ${ignored.join(', ')}`}`,
  unmatched: unmatchedText,
  'turned-off': ({ count, overrides }) =>
    `${plural(count, 'issue')} turned off by ${joinNames(overrides, maxNamed)}`,
  'api-selection': selectionText,
  'shard-age': ({ hours }) =>
    `the oldest shard was checked ${hours < 48 ? plural(hours, 'hour') : plural(Math.floor(hours / 24), 'day')} ago`,
  'empty-shard': ({ index, total }) => `shard ${index}/${total} has no APIs`,
}

export function reasonText(reason: Reason): string {
  return (texts[reason.kind] as (reason: Reason) => string)(reason)
}

/** `8 of 9 APIs matching "*" checked, of 9 on the dashboard; left out: Loyalty points (classic)`; foreign text. */
function selectionText({ patterns, categories, matched, listed: all, left_out }: ApiSelected): string {
  const ways = [
    ...patterns.map((pattern) => JSON.stringify(pattern)),
    ...categories.map((name) => `category ${name}`),
  ]
  const checked = `${grouped(matched - left_out.length)} of ${plural(matched, 'API')}`
  const text = `${checked} matching ${joinNames(ways, maxNamed)} checked, of ${grouped(all)} on the dashboard`
  if (left_out.length === 0) return text
  const names = left_out.map(({ name, api_id, resource_type }) => `${name || api_id} (${resource_type})`)
  return `${text}; left out: ${joinNames(names, maxNamed)}`
}

function staleText({ count, first, missing }: StaleBaseline): string {
  const entries = plural(count, 'stale baseline entry', 'stale baseline entries')
  const more = count > 1 ? ` and ${grouped(count - 1)} more` : ''
  const all = `${entries} (${entryText(first)}${more})`
  if (missing === undefined) return `${all}; remove with gov baseline update`
  const verb = missing.files.length === 1 ? 'does' : 'do'
  const { files, renamed = [] } = missing
  const moved = joinNames(
    renamed.map(({ from, to }) => `${from} is ${to} now`),
    maxNamed,
  )
  const record = moved === '' ? '' : ` (${moved}: gov baseline update --add records its issues)`
  const lost = `${joinNames(files, maxNamed)}, which ${verb} not exist any more${record}; remove with gov baseline update --prune`
  return missing.count === count
    ? `${entries} of ${lost}`
    : `${all}, ${grouped(missing.count)} of them of ${lost}`
}

/** A rule that only found values that its function ignores was hardly meant so, and is named. */
function unmatchedText({ rules, strict, whole = [], overrides = [] }: UnmatchedRules): string {
  const unmatched = rules.filter(({ unchecked, other_versions }) => !unchecked && !other_versions)
  const elsewhere = rules.filter(({ other_versions }) => other_versions)
  const blind = rules.filter(({ unchecked }) => unchecked)
  const listRules = (those: readonly UnmatchedRule[]) =>
    joinNames(
      those.map(({ rule_id }) => rule_id),
      maxNamed,
    )
  const [refused, verb] = [
    strict ? '; on_unmatched: fail' : '',
    `${blind.length === 1 ? 'has' : 'have'} a \`then\` that ignores everything it gets`,
  ]
  const which = strict ? ` (${listRules(unmatched)}${refused})` : wholeText(whole, rules.length)
  return [
    ...(unmatched.length > 0 ? [`${plural(unmatched.length, 'rule')} matched nothing${which}`] : []),
    ...(blind.length > 0 ? [`${plural(blind.length, 'rule')} ${verb} (${listRules(blind)}${refused})`] : []),
    ...(elsewhere.length > 0
      ? [
          `${plural(elsewhere.length, 'rule')} ${elsewhere.length === 1 ? 'is' : 'are'} for other versions of OpenAPI (${listRules(elsewhere)}${refused})`,
        ]
      : []),
    ...(overrides.length > 0
      ? [
          `${plural(overrides.length, 'override')} matched no checked definition (${joinNames(overrides, maxNamed)}${refused})`,
        ]
      : []),
  ].join('; ')
}

/** A ruleset of which nothing matched was hardly meant for these APIs, and is named. */
function wholeText(rulesets: readonly string[], ruleCount: number): string {
  if (rulesets.length === 0) return ''
  const which = ruleCount === 1 ? 'the only own rule' : 'including all own rules'
  return `, ${which} of ${joinNames(rulesets, maxNamed)}`
}

function inlineText({ effect, count, rules }: InlineIgnores): string {
  const [issues, verb, names] = [
    plural(count, 'issue'),
    count === 1 ? 'counts' : 'count',
    joinNames(rules, maxNamed),
  ]
  return {
    waives: `${issues} waived by x-lint-ignore (${names})`,
    none: `${issues} ${verb} despite x-lint-ignore (${names}), which a dashboard may apply; to apply it here, set policy.inline_waivers: x-lint-ignore`,
    new: `${issues} ${verb} despite x-lint-ignore (${names}), which is not at the base`,
  }[effect]
}

/** The key of the policy that a reason is about: `fail_on`, `rulesets.rs-style.max.warn`. */
function ruleName({ ruleset_id }: Threshold | Budget, key: string): string {
  return ruleset_id === undefined ? key : `rulesets.${ruleset_id}.${key}`
}

function thresholdText(reason: Threshold): string {
  const { level, counts, ruleset_id } = reason
  const rule = ruleName(reason, 'fail_on')
  if (level === 'never') return `${rule} is never`
  const gating = severities.filter((severity) => counts[severity] !== undefined)
  const found = gating.filter((severity) => counts[severity] !== 0)
  if (found.length === 0) return `${noneText(gating, level)}${ruleset_id === undefined ? '' : ` (${rule})`}`
  const words = found.map((severity) => renderCount(counts[severity] ?? 0, severity))
  return `${words.join(' and ')} (${rule}: ${level})`
}

/** Budgets of their own take severities out. */
function noneText(gating: readonly Severity[], level: Severity): string {
  return gating.length === listAtLeast(level).length
    ? `no issues at or above ${level}`
    : `no ${gating.map((severity) => chooseNoun(2, severity)).join(' and no ')}`
}

function waiverText(notice: WaiverNotice): string {
  const { waiver } = notice
  const name = `the waiver of ${describeWaiver(waiver)} (${waiver.owner})`
  switch (notice.problem) {
    case 'too-long':
      return `${name} ends on ${waiver.expires}, after the latest day that max_waiver_days allows (${notice.latest}); ${countingText(notice)}`
    case 'expired': {
      const again = isCovered(notice) ? '' : ' again'
      const effect = waiver.matched === 0 ? '' : `; ${countingText(notice)}${again}`
      return `${name} expired on ${waiver.expires}${effect}`
    }
    case 'ambiguous': {
      const { path, pointer } = notice
      const remedy =
        pointer === undefined
          ? 'rename a key or omit the path'
          : `write a JSON Pointer such as ${JSON.stringify(pointer)}`
      return `${name} excuses nothing at ${path}, which may fit several nodes because keys hold dots; ${remedy}`
    }
    case 'unused': {
      const { meant } = notice
      const question = meant ? `; did you mean the ${meant.key} ${JSON.stringify(meant.id)}?` : ''
      return `${name} matches no issues${question}`
    }
    case 'expiring': {
      const { days } = notice
      const when = days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days, on ${waiver.expires}`
      const left = plural(waiver.matched - (notice.covered ?? 0), 'issue')
      return `${name} expires ${when}: ${isCovered(notice) ? countingText(notice) : `${left} will count`}`
    }
  }
}

type EndingWaiver = Extract<WaiverNotice, { covered?: number | undefined }>

function isCovered({ waiver, covered }: EndingWaiver): boolean {
  return covered !== undefined && covered >= waiver.matched
}

/** The issues that count again because the waiver ended. */
function countingText(notice: EndingWaiver): string {
  const { waiver, covered = 0 } = notice
  if (isCovered(notice)) return `another waiver still excuses its ${plural(waiver.matched, 'issue')}`
  const counting = waiver.matched - covered
  return `${plural(counting, 'matching issue')} ${counting === 1 ? 'counts' : 'count'}`
}

export function describeWaiver({ rule_id, ruleset_id, api_id, path, message }: Waiver): string {
  return [
    rule_id,
    ...(ruleset_id === undefined ? [] : [`of ${ruleset_id}`]),
    ...(api_id === undefined ? [] : [`on ${api_id}`]),
    ...(path === undefined ? [] : [`at ${path}`]),
    ...(message === undefined ? [] : [`that says ${JSON.stringify(message)}`]),
  ].join(' ')
}

function entryText(entry: BaselineEntry): string {
  const where = 'file' in entry ? entry.file : entry.api_id
  return `${entry.rule_id} of ${entry.ruleset_id} on ${where} at ${entry.path === '' ? 'the root' : entry.path}`
}

/** `1 new issue, 200 known at main (1a2b3c4), 2 fixed`. */
function baseText(reason: BaseReason): string {
  const { new_count, known_count, fixed_count = 0, policy, new_definitions } = reason
  const also = {
    all: ', and both count',
    touched: ', of which those count that the change touches',
    new: '',
  }[policy]
  const fixed = fixed_count === 0 ? '' : `, ${grouped(fixed_count)} fixed`
  const files = new_definitions.length === 0 ? '' : `; not there yet: ${joinNames(new_definitions, maxNamed)}`
  return `${plural(new_count, 'new issue')}, ${grouped(known_count)} known at ${baseName(reason)}${also}${fixed}${files}`
}

/** `2 breaking changes`, with what is not looked for and what versions allow; foreign text. */
function breakingText({ level, count, allowed_count, versions, off }: BreakingReason): string {
  if (level === undefined) return 'breaking changes not looked for (see --breaking)'
  if (level === 'off') return 'breaking changes not looked for (policy.breaking: off)'
  const allowed = versions.filter(({ refused }) => refused === undefined)
  const refused = versions.flatMap(({ file, refused: why }) => (why === undefined ? [] : [`${file}: ${why}`]))
  const majors = allowed.map(({ file, from, to }) => `${file}: ${from} to ${to}`)
  return [
    plural(count, 'breaking change'),
    ...(allowed_count === 0
      ? []
      : [`${allowed_count} allowed by a new major version (${joinNames(majors, maxNamed)})`]),
    ...(refused.length === 0 ? [] : [`not allowed: ${joinNames(refused, maxNamed)}`]),
    ...(off.length === 0 ? [] : [`not looked for: ${joinNames(off, maxNamed)}`]),
  ].join('; ')
}
