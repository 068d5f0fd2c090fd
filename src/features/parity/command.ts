import type { Command } from 'commander'
import { oneLine } from '../../core/text/sanitize.ts'
import { renderHanging } from '../../core/text/sections.ts'
import { joinNames, plural } from '../../core/text/wording.ts'
import { columns } from '../../reporters/table/columns.ts'
import { keepText } from '../../reporters/table/palette.ts'
import type { Context } from '../../terminal/context.ts'
import { type AskFlags, addAskFlags, checkRequest } from '../../terminal/flags/ask-flags.ts'
import { createEnum } from '../../terminal/flags/setting-flags.ts'
import { jsonView, linesView } from '../../terminal/views.ts'
import { isDifferent, type Parity, type ParityExample, parity, type RuleParity } from './measure-parity.ts'

export interface ParityFlags extends AskFlags {
  readonly format: 'table' | 'json'
}

const help = `
Examples:
  gov parity
  gov parity --engine vacuum
  gov parity --definition openapi.yaml --ruleset-id rs-security --format json

The rulesets are those of the dashboard, evaluated there and in the embedded
sandbox. Two issues are the same if rule, file, line and severity are.

Exits 0 if everything was compared and nothing differs, 1 on a difference, 5 if
something could not be compared. More: gov help exit-codes.`

export function add(command: Command, context: Context): void {
  command
    .description(
      'Has the same definitions evaluated by the same rulesets on the dashboard and in the embedded sandbox,\n' +
        'and shows rule by rule what differs.',
    )
    .addOption(createEnum('-f, --format <format>', 'output format', ['table', 'json'], 'table'))
  addAskFlags(command, help).action((flags: ParityFlags) => runParity(flags, context))
}

async function runParity(flags: ParityFlags, context: Context): Promise<number> {
  const found = await parity(checkRequest(flags, context.env), context)
  const text =
    flags.format === 'json' ? jsonView({ version: 1, ...found }) : parityText(found, context.io.width)
  await context.io.stdout.write(text)
  return found.exit_code
}

const heads = ['RULE', 'RULESET', 'SAME', 'ONLY DASHBOARD', 'ONLY EMBEDDED'] as const

function parityText(found: Parity, width: number): string {
  const differing = found.rules.filter(isDifferent)
  const rows = differing.map(({ rule_id, ruleset_id, same, only_dashboard, only_embedded }) => {
    return [rule_id, ruleset_id, ...[same, only_dashboard, only_embedded].map(String)]
  })
  const table = columns([[...heads], ...rows], { aligns: ['left', 'left', 'right', 'right', 'right'] })
  const line = (label: string, text: string) => renderHanging(label, keepText, oneLine(text), width)
  const examples = differing.flatMap(({ rule_id, dashboard_example: theirs, embedded_example: ours }) => [
    ...(theirs ? line('only dashboard', exampleText(rule_id, theirs)) : []),
    ...(ours ? line('only embedded', exampleText(rule_id, ours)) : []),
  ])
  return linesView([
    ...(differing.length > 0 ? [...table, '', ...examples, ''] : []),
    ...ignoredText(differing).flatMap((text) => line('x-lint-ignore', text)),
    ...found.uncompared.flatMap((reason) => line('not compared', reason)),
    ...line(...verdict(found, differing.length)),
  ])
}

/** Why a dashboard shows less, if that is not its engine. */
function ignoredText(rules: readonly RuleParity[]): string[] {
  const named = rules.filter(({ ignored = 0 }) => ignored > 0)
  const count = named.reduce((total, { ignored = 0 }) => total + ignored, 0)
  if (count === 0) return []
  const ids = named.map(({ rule_id }) => rule_id)
  const what = `${plural(count, 'issue')} that only the embedded sandbox shows (${joinNames(ids, 5)})`
  return [`in the definition names ${what}`]
}

function exampleText(rule: string, { file, line, severity, message }: ParityExample): string {
  const place = line === undefined ? file : `${file}:${line}`
  return `${place} ${severity} ${rule}: ${message}`
}

function verdict(
  { dashboard, engine, definitions, rulesets, rules, uncompared }: Parity,
  differing: number,
): [word: string, text: string] {
  const same = rules.reduce((total, rule) => total + rule.same, 0)
  const word = differing > 0 ? 'DIFFERENT' : uncompared.length > 0 ? 'INCOMPLETE' : 'EQUAL'
  const count = differing > 0 ? `${differing} of ${plural(rules.length, 'rule')} differ; ` : ''
  const what = `${plural(definitions.length, 'definition')} x ${plural(rulesets.length, 'ruleset')}`
  return [
    word,
    `${count}${plural(same, 'issue')} the same (${what}, on ${dashboard} and embedded with engine: ${engine})`,
  ]
}
