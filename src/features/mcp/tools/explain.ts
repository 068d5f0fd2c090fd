import { z } from 'zod'
import { text } from '../../../settings/kinds.ts'
import { explanationView, findRules } from '../../explain/index.ts'
import { tool } from '../tool.ts'

const schema = () => z.strictObject({ rule_id: text().describe('As in the issues of check.') })

const width = 110

export const explainTool = tool<z.infer<ReturnType<typeof schema>>>({
  name: 'explain',
  title: 'Explain a rule',
  description:
    'Explains what a rule requires, why, how to fix its issues, and where it looks, with a document that fails and one that passes.',
  input: { schema, hint: 'Pass rule_id.' },
  output: () => ({}),
  run: async ({ rule_id: rule }, { requestFor, world }) => {
    const { faults, explain } = await findRules(requestFor(), undefined, world)
    for (const fault of faults) world.observe.warning(fault)
    const view = explanationView(await explain(rule), width)
    return { facts: [], lines: view.trimEnd().split('\n') }
  },
})
