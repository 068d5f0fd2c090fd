import type { BreakingRule } from '../../check/breaking/rules/rows.ts'
import type { KnownRuleset } from '../../check/rulesets/known-rulesets.ts'
import { breakingRuleset } from '../../core/model/breaking.ts'
import { oneLine, sanitize } from '../../core/text/sanitize.ts'
import { columnGap } from '../../core/text/sections.ts'
import { measureWidth } from '../../core/text/width.ts'
import { plural } from '../../core/text/wording.ts'
import { yamlLine } from '../../core/text/yaml-text.ts'
import { isOn } from '../../engine/ruleset/parsed-rule.ts'
import { columns } from '../../reporters/table/columns.ts'
import { linesView, rowsView } from '../../terminal/views.ts'
import type { Explanation } from './explain-rule.ts'

const labelWidth = 9
const mostLines = 30
const longestOptions = 400

/** An explanation for people, in lines of at most `width` columns but for documents and addresses. */
export function explanationView(rule: Explanation, width: number): string {
  const field = (label: string, texts: readonly (string | undefined)[]) => fieldText(label, texts, width)
  const parts = [
    `${oneLine(rule.rule_id)} (${severityText(rule)})\n`,
    [
      field('What', [rule.description || rule.message]),
      field('Why', [rule.why]),
      field('Fix', [rule.how_to_fix]),
      field('gov fix', [rule.gov_fix]),
    ].join(''),
    exampleText('Fails', rule.fails),
    exampleText('Passes', rule.passes),
    [
      field('For', [rule.formats && (rule.formats.map(formatName).join(', ') || 'no OpenAPI document')]),
      field('Tags', [rule.tags.join(', ')]),
      field(
        'Rulesets',
        rule.rulesets.map(({ name, from, severity }) => `${name} (${from}): ${severity}`),
      ),
      field('Read more', [rule.documentation_url]),
      field('Checks', rule.checks.map(checkText)),
      field('Engine', [
        rule.vacuum_releases &&
          `engine: vacuum checks it as vacuum ${rule.vacuum_releases.toReversed().join(' and ')} do`,
      ]),
      field('Sees', [rule.resolved || rule.checks.length === 0 ? undefined : '$ref as it is written']),
      field(
        'Looks at',
        rule.given.map(({ words }) => words),
      ),
      field(
        'JSONPath',
        rule.given.map(({ path }) => (path === '$' ? undefined : path)),
      ),
    ].join(''),
  ]
  return parts.filter((part) => part !== '').join('\n')
}

/** `warn until 2027-01-31, then error`. */
function severityText({ severity, severity_change: change }: Explanation): string {
  return change ? `${severity} until ${change.until}, then ${change.to}` : severity
}

/** An address is never broken, so that a terminal can make it a link. */
function fieldText(label: string, texts: readonly (string | undefined)[], width: number): string {
  const room = (text: string) =>
    /^https?:\S+$/.test(text) ? measureWidth(text) : width - labelWidth - columnGap
  const shown = texts.flatMap((text) => (text === undefined || oneLine(text) === '' ? [] : [text]))
  return linesView(
    shown.flatMap((text, index) =>
      columns([[index === 0 ? label : '', text]], { widths: [labelWidth, room(text)] }),
    ),
  )
}

function checkText({ function: name, field, options }: Explanation['checks'][number]): string {
  const of = field === undefined ? '' : ` of ${field}`
  return `${name}${of}${options === undefined ? '' : `: ${shortened(yamlLine(options))}`}`
}

/** A schema may be a document of its own; --json has all of it. */
function shortened(text: string): string {
  const line = oneLine(text)
  return line.length > longestOptions ? `${line.slice(0, longestOptions)}…` : line
}

function formatName(format: string): string {
  return format === 'oas3' ? 'OpenAPI 3.x' : `OpenAPI ${format.replace('oas', '').replace(/^2$/, '2.0')}`
}

function exampleText(label: string, text: string | undefined): string {
  if (text === undefined) return ''
  const lines = sanitize(text).trimEnd().split('\n')
  const rest = lines.length - mostLines
  const shown = [...lines.slice(0, mostLines), ...(rest > 0 ? [`... ${plural(rest, 'more line')}`] : [])]
  return `${label}\n${shown.map((line) => `  ${line}`.trimEnd()).join('\n')}\n`
}

export function listRules(known: readonly KnownRuleset[], breaking: readonly BreakingRule[] = []) {
  const ofBreaking = breaking.map(({ id, severity }) => ({ rule_id: id, severity, ruleset: breakingRuleset }))
  const ofRulesets = known.flatMap(({ name, drafts }) =>
    [...drafts.rules.values()].map((draft) => ({
      rule_id: draft.id,
      severity: isOn(draft) ? draft.severity : 'off',
      ruleset: name,
    })),
  )
  const all = [...ofRulesets, ...ofBreaking]
  return [...new Map(all.toReversed().map((rule) => [rule.rule_id, rule])).values()].toReversed()
}

export function ruleListView(rules: ReturnType<typeof listRules>): string {
  const rows = rules
    .toSorted((one, other) => (one.rule_id < other.rule_id ? -1 : one.rule_id > other.rule_id ? 1 : 0))
    .map(({ rule_id, severity, ruleset }) => [rule_id, severity, ruleset])
  return rowsView([['RULE', 'SEVERITY', 'RULESET'], ...rows])
}
