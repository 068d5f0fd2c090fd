import { baseName } from '../../core/model/base.ts'
import type {
  CutGap,
  FailedGap,
  Gap,
  IgnoresGap,
  Target,
  UnpinnedGap,
  UnrunCategory,
  UnrunRulesets,
} from '../../core/model/gap.ts'
import { joinNames, plural } from '../../core/text/wording.ts'

const mostNamed = 20

const remedies: Record<CutGap['remedy'], string> = {
  fix: 'cannot split further: fix some of these or divide the ruleset, and check again',
  retry: 'the split responses have fewer issues: check again while nobody changes the APIs or rulesets',
  split: 'check fewer APIs or rulesets at once, or set on_truncation: split',
}

const pins: Record<UnpinnedGap['chosen'], string> = {
  dashboard: 'add require.dashboard to it, or set GOV_URL',
  workspace: 'add require.workspace to it, or pass --workspace',
  rulesets: 'require ruleset_files instead of ids, or pass --ruleset-file',
  engine: 'pass --engine',
}

type GapTexts = { readonly [Kind in Gap['kind']]: (gap: Extract<Gap, { kind: Kind }>) => string }

const texts: GapTexts = {
  failed: (gap) =>
    gap.ruleset_id === undefined
      ? `the evaluation of ${renderTarget(gap.target)} failed in part: ${gap.error}`
      : `ruleset ${gap.ruleset_id} on ${renderTarget(gap.target)} failed: ${cutErrorPrefix(gap.ruleset_id, gap)}`,
  cut: ({ ruleset_id, target, listed, total, remedy }) => {
    const ruleset = ruleset_id === undefined ? '' : `ruleset ${ruleset_id} on `
    const shown = `${listed} of ${plural(total, 'issue')} returned`
    return `the response for ${ruleset}${renderTarget(target)} was truncated: ${shown}; ${remedies[remedy]}`
  },
  'unrun-rulesets': renderUnrun,
  'unrun-category': (gap) => `no ruleset of category ${gap.category} ran on ${checkText(gap)}`,
  unevaluated: ({ missing, target, ruleset_ids, evaluated, requested }) => {
    const which = missing.length > 0 ? `missing: ${joinNames(missing, mostNamed)}` : renderTarget(target)
    const by = ruleset_ids ? ` by ruleset ${ruleset_ids.join(', ')}` : ''
    return `${evaluated} of ${requested} requested APIs were evaluated${by} (${which})`
  },
  'inline-ignores': renderIgnores,
  required: ({ policy, subject, name, found: instead }) => {
    const found = instead === undefined ? '' : ` (found ${instead})`
    const next = subject === 'definition' ? `: ${suggestListing(name)}` : ''
    return `${policy} requires ${subject} ${name}, which is not checked${found}${next}`
  },
  'other-dashboard': (gap) => `${gap.policy} requires the dashboard ${gap.required}, not ${gap.dashboard}`,
  unpinned: (gap) =>
    `${gap.policy} does not say which ${gap.chosen} to use, and ${describeChooser(gap)} chooses (${gap.place}): ${pins[gap.chosen]}`,
  shard: ({ index, total, failure }) => `shard ${index}/${total} failed: ${failure.message}`,
  base: (gap) => `the base ${baseName(gap)} was not evaluated in full: ${renderGap(gap.gap)}`,
  breaking: (gap) =>
    `what the change breaks in ${renderTarget(gap.target)} since ${baseName(gap)} is not known: ${gap.error}`,
  unfinished: ({ answered, failure }) =>
    `the check stopped after ${plural(answered, 'response')}: ${failure.message}`,
}

export function renderGap(gap: Gap): string {
  return (texts[gap.kind] as (gap: Gap) => string)(gap)
}

function renderUnrun(gap: UnrunRulesets): string {
  const [names, target] = [gap.ruleset_ids.join(', '), checkText(gap)]
  const [have, whose] = gap.nothing_ran ? ['they have', 'their'] : ['it has', 'its']
  const lack = gap.overridden
    ? `${whose} overrides leave no rule on`
    : `${have} no rule for that OpenAPI version`
  const why = gap.inapplicable ? `: ${lack}` : ''
  return gap.nothing_ran
    ? `no ruleset ran on ${target} (requested: ${names})${why}`
    : `ruleset ${names} did not run on ${target}${why}`
}

function suggestListing(file: string): string {
  if (/\.(?:json|ya?ml)$/i.test(file)) return 'add it to definitions'
  return 'rename it to .json, .yaml or .yml and add it to definitions'
}

/** Errors begin with what failed on what, which is said already. */
function cutErrorPrefix(ruleset: string, { target, error }: FailedGap): string {
  const name = 'file' in target ? target.file : 'api_id' in target ? target.api_id : ''
  const prefix = `ruleset ${ruleset} on api ${name}: `
  return error.startsWith(prefix) ? error.slice(prefix.length) : error
}

/** Only an engine can be chosen by a workspace. */
function describeChooser({ chosen, place }: UnpinnedGap): string {
  return chosen === 'engine' && place.endsWith('workspace.yml') ? 'the workspace' : 'the config'
}

function renderIgnores({ target, rules, place, is_new, unread }: IgnoresGap): string {
  const dropped = `the dashboard may have dropped issues of ${renderTarget(target)}`
  if (unread !== undefined)
    return `${dropped}: inline_waivers: refuse needs its definition, which cannot be read: ${unread}`
  const what =
    rules.length === 0
      ? 'where x-lint-ignore is a value'
      : `which has x-lint-ignore for ${joinNames(rules, mostNamed)}`
  const elsewhere = 'or check with the embedded sandbox'
  const remedy = is_new
    ? `it is not at the base: remove it, ${elsewhere}`
    : 'file' in target
      ? `remove it, set inline_waivers: x-lint-ignore, ${elsewhere}`
      : 'remove it there (inline_waivers: refuse)'
  return `${dropped}, ${what} (${place}): ${remedy}`
}

function checkText({ target, check }: UnrunRulesets | UnrunCategory): string {
  return `${renderTarget(target)}${check === undefined ? '' : ` of the check ${check}`}`
}

function renderTarget(target: Target): string {
  if ('file' in target) return target.file
  return 'api_id' in target ? `API ${target.api_id}` : plural(target.api_count, 'API')
}
