/** Every built-in rule, as `gov explain` tells it. */
import { breakingRules } from '../../../src/check/breaking/rules/index.ts'
import { fixNotes } from '../../../src/check/fixable/fix-notes.ts'
import { builtinDrafts } from '../../../src/check/rulesets/known-rulesets.ts'
import { documentRules } from '../../../src/engine/openapi/document-rules.ts'
import { isOn } from '../../../src/engine/ruleset/parsed-rule.ts'
import { readExplanations } from '../../../src/engine/rulesets/explanations/index.ts'
import { builtinFixes } from '../../../src/features/fix/fixes-of.ts'
import { code, plain, renderTable } from './tables.ts'

/** A section for each ruleset; `vacuum:all` has no rules but those of two others. */
export async function renderBuiltInRules(): Promise<string> {
  const why = await readExplanations()
  const head = ['rule', 'severity', 'what', 'why', 'how to fix']
  const ofDocuments = [...new Map(documentRules.map((rule) => [rule.id, rule])).values()].map((rule) => [
    code(rule.id),
    rule.severity,
    plain(rule.description),
    plain(why.get(rule.id)?.why ?? ''),
    plain(rule.howToFix),
  ])
  const sections = (await builtinDrafts())
    .filter(({ name }) => name !== 'vacuum:all')
    .map(({ name, drafts }) => {
      const rows = [...drafts.rules.values()]
        .toSorted((one, other) => (one.id < other.id ? -1 : 1))
        .map((rule) => [
          code(rule.id),
          `${rule.severity}${rule.recommended && isOn(rule) ? '' : ', off'}`,
          plain(rule.description),
          plain(why.get(rule.id)?.why ?? ''),
          plain(rule.howToFix) + renderFix(rule.id),
        ])
      return `## ${name}\n\n${rows.length} rules.\n\n${renderTable(head, rows)}`
    })
  return [
    `## In every check\n\nNo ruleset turns these off.\n\n${renderTable(head, ofDocuments)}`,
    ...sections,
  ].join('\n')
}

function renderFix(id: string): string {
  const fixes = builtinFixes.get(id)
  if (fixes === undefined) return ''
  if (fixes.some(({ safe }) => safe)) return ' `gov fix` does that.'
  const flag = fixes.every(({ asksPerson }) => asksPerson) ? '--placeholders' : '--unsafe'
  return ` ${code(`gov fix ${flag}`)} ${flag === '--unsafe' ? 'does that' : 'marks the place'}.`
}

export function renderBreakingRules(): string {
  const rows = breakingRules
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ id, severity, title, why }) => [code(id), severity, plain(title), plain(why)])
  return renderTable(['rule', 'severity', 'what', 'why it breaks'], rows)
}

export function renderFixNotes(): string {
  const rows = fixNotes.map(({ rules, fix, why }) => {
    const fixes = rules.map((rule) => builtinFixes.get(rule))
    if (fixes.includes(undefined)) throw new Error(`not all of ${rules.join(', ')} have a fix`)
    const isSafe = fixes.some((each) => each?.some(({ safe }) => safe))
    return [rules.map(code).join(', '), isSafe ? 'yes' : '-', plain(fix), plain(why)]
  })
  return renderTable(['rules', 'safe', 'fix', 'why it is safe, or not'], rows)
}
