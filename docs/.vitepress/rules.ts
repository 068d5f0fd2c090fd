/** The rules that `gov explain` knows, as pages: bundled and run by `site/rules/[page].paths.js`. */
import { breakingRules } from '../../src/check/breaking/rules/index.ts'
import { builtinDrafts } from '../../src/check/rulesets/known-rulesets.ts'
import { createSources } from '../../src/check/sources/sources.ts'
import { breakingRuleset } from '../../src/core/model/breaking.ts'
import { documentRules } from '../../src/engine/openapi/document-rules.ts'
import { type Explanation, explainRule } from '../../src/features/explain/explain-rule.ts'
import { explainBreaking } from '../../src/features/explain/find-rules.ts'
import { unlimited } from '../../src/sandbox/evaluation/limits.ts'

interface RulePage {
  /** The last part of the page's address. */
  readonly page: string
  readonly title: string
  readonly content: string
}

export async function listRulePages(): Promise<readonly RulePage[]> {
  const { rules, names } = await explainAll()
  const pages = rules.map((rule) => ({ page: rule.rule_id, title: rule.rule_id, content: renderRule(rule) }))
  const lists = names.map((name) =>
    renderList(
      name,
      rules.filter(({ rulesets }) => rulesets.some((each) => each.name === name)),
    ),
  )
  const always = renderList(
    'every definition',
    rules.filter(({ rulesets }) => rulesets.length === 0),
  )
  return [...pages, { page: 'index', title: 'Rules', content: ['# Rules', always, ...lists].join('\n\n') }]
}

async function explainAll() {
  const known = await builtinDrafts()
  const sources = createSources('.')
  const own = documentRules.map(({ id }) => id)
  const ids = new Set([...known.flatMap(({ drafts }) => [...drafts.rules.keys()]), ...own])
  const explained = await Promise.all([...ids].map((id) => explainRule(id, known, [], sources, unlimited)))
  const ofBreaking = breakingRules.map(({ id }) => explainBreaking(id))
  const rules = [...explained, ...ofBreaking].flatMap((rule) => rule ?? [])
  return { rules, names: [...known.map(({ name }) => name), breakingRuleset] }
}

/** Texts of rules are Markdown with code in backticks; all else of it is a text. */
function escapeText(text: string): string {
  const parts = text.split(/(`[^`]*`)/)
  return parts.map((part, at) => (at % 2 ? part : part.replace(/[\\<>*_[\]|#~]/g, '\\$&'))).join('')
}

function renderRule(rule: Explanation): string {
  const section = (title: string, text: string | undefined) =>
    text ? `## ${title}\n\n${escapeText(text)}` : ''
  const example = (title: string, text: string | undefined) =>
    text ? `## ${title}\n\n${renderCode(text)}` : ''
  const list = (title: string, items: readonly string[]) =>
    items.length > 0 ? `## ${title}\n\n${items.map((item) => `- ${item}`).join('\n')}` : ''
  return [
    `# ${escapeText(rule.rule_id)}`,
    `**${rule.severity}** · ${escapeText(rule.description || (rule.message ?? ''))}`,
    section('Why', rule.why),
    section('How to fix it', rule.how_to_fix),
    example('Fails', rule.fails),
    example('Passes', rule.passes),
    list(
      'Looks at',
      rule.given.map(({ words, path }) => `${escapeText(words)}${path === '$' ? '' : ` (\`${path}\`)`}`),
    ),
    list(
      'Rulesets',
      rule.rulesets.map(({ name, severity }) => `[${name}](./index.md#${toAnchor(name)}): ${severity}`),
    ),
  ].join('\n\n')
}

function renderCode(text: string): string {
  return `\`\`\`\`yaml\n${text.trimEnd()}\n\`\`\`\``
}

function toAnchor(name: string): string {
  return name.replace(/\W+/g, '-').replace(/^-/, '')
}

function renderList(name: string, rules: readonly Explanation[]): string {
  const severityIn = (rule: Explanation) =>
    rule.rulesets.find((each) => each.name === name)?.severity ?? rule.severity
  const rows = rules
    .toSorted((one, other) => (one.rule_id < other.rule_id ? -1 : 1))
    .map(
      (rule) =>
        `| [${rule.rule_id}](./${rule.rule_id}.md) | ${severityIn(rule)} | ${escapeText(rule.description)} |`,
    )
  return [
    `## ${name} {#${toAnchor(name)}}`,
    ['| rule | severity | what |', '|---|---|---|', ...rows].join('\n'),
  ].join('\n\n')
}
