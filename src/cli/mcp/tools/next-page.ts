import { z } from 'zod'
import { text } from '../../../settings/kinds.ts'
import { tool } from '../tool.ts'

const schema = () => z.strictObject({ cursor: text().describe('Of the page before.') })

export const nextPageTool = tool<z.infer<ReturnType<typeof schema>>>({
  name: 'next_page',
  title: 'Next page',
  description: 'The next page of an answer that has a cursor.',
  input: { schema, hint: 'Pass the cursor of the page before.' },
  run: async ({ cursor }, { pages }) => pages.at(cursor),
})
