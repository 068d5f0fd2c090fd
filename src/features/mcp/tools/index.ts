import { z } from 'zod'
import { filledText } from '../../../settings/kinds.ts'
import { type Tool, tool } from '../tool.ts'
import { checkTool } from './check.ts'
import { applyFixTool, proposeFixTool } from './fix.ts'
import { lookUpTool } from './look-up.ts'
import { explainTool, listRulesTool } from './rules.ts'
import { addWaiverTool, proposeWaiverTool } from './waiver.ts'

const schema = () => z.strictObject({ cursor: filledText().describe('Of the page before.') })

const nextPageTool = tool<z.infer<ReturnType<typeof schema>>>({
  name: 'next_page',
  title: 'Next page',
  description: 'The next page of an answer that has a cursor.',
  input: { schema, hint: 'Pass the cursor of the page before.' },
  output: () => ({}),
  run: async ({ cursor }, { pages }) => pages.at(cursor),
})

export const tools: readonly Tool[] = [
  checkTool,
  explainTool,
  listRulesTool,
  proposeFixTool,
  proposeWaiverTool,
  lookUpTool,
  nextPageTool,
  applyFixTool,
  addWaiverTool,
]
