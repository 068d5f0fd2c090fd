import { z } from 'zod'
import { findUsedRulesets } from '../../../check/rulesets/known-rulesets.ts'
import { excerpt } from '../../../core/text/wording.ts'
import { isOn } from '../../../engine/ruleset/parsed-rule.ts'
import { filledText } from '../../../settings/kinds.ts'
import { explanationView, findRules } from '../../explain/index.ts'
import { collectFixes } from '../../fix/index.ts'
import { pageSize } from '../arguments.ts'
import { type ToolCall, tool } from '../tool.ts'

const schema = () =>
  z.strictObject({
    query: filledText().optional().describe('Only rules with this text in their id or description.'),
    page_size: pageSize('Rules'),
  })

const output = () => ({
  found: z.int().nonnegative(),
  rules: z.array(
    z.looseObject({
      rule_id: z.string(),
      ruleset_id: z.string(),
      severity: z.string().describe('off: it is not run.'),
      description: z.string(),
      has_fix: z.boolean().describe('gov fix knows one; check says for which issues.'),
    }),
  ),
})

export const listRulesTool = tool<z.infer<ReturnType<typeof schema>>>({
  name: 'list_rules',
  title: 'List the rules',
  description:
    'Lists the rules of the rulesets that check uses, with severity and description, one JSON object per line. explain says more of one.',
  input: { schema, hint: 'Pass query, page_size or nothing.' },
  output,
  run: async ({ query = '', page_size: pageSize }, call) => {
    const all = await createRuleList(call)
    const wanted = query.toLowerCase()
    const items = all.filter(({ rule_id, description }) =>
      `${rule_id} ${description}`.toLowerCase().includes(wanted),
    )
    return { facts: [['found', items.length]], lines: [], list: { name: 'rules', items, pageSize } }
  },
})

export async function createRuleList({ requestFor, world }: Pick<ToolCall, 'requestFor' | 'world'>) {
  // As a check of a file that is named, which needs no config.
  const request = requestFor(['openapi.yaml'])
  const { rulesets, faults } = await findUsedRulesets(request, world)
  for (const fault of faults) world.observe.warning(fault)
  const fixes = await collectFixes(request, world)
  return rulesets.flatMap(({ id: ruleset_id, drafts }) =>
    [...drafts.rules.values()].map((rule) => ({
      rule_id: rule.id,
      ruleset_id,
      severity: isOn(rule) ? rule.severity : 'off',
      description: excerpt(rule.description),
      has_fix: fixes.of({ ruleset_id, rule_id: rule.id }).length > 0,
    })),
  )
}

const explainSchema = () => z.strictObject({ rule_id: filledText().describe('As in the issues of check.') })

const width = 110

export const explainTool = tool<z.infer<ReturnType<typeof explainSchema>>>({
  name: 'explain',
  title: 'Explain a rule',
  description:
    'Explains what a rule requires, why, how to fix its issues, and where it looks, with a document that fails and one that passes.',
  input: { schema: explainSchema, hint: 'Pass rule_id.' },
  output: () => ({}),
  run: async ({ rule_id: rule }, { requestFor, world }) => {
    const { faults, explain } = await findRules(requestFor(), undefined, world)
    for (const fault of faults) world.observe.warning(fault)
    const view = explanationView(await explain(rule), width)
    return { facts: [], lines: view.trimEnd().split('\n') }
  },
})
