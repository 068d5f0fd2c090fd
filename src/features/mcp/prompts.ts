import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import { excerpt } from '../../reporters/wording.ts'

const name = 'make-it-pass'

export const prompts = [
  {
    name,
    title: 'Make this API pass',
    description: 'Makes the check of the API green, and says what only a person can decide.',
    arguments: [{ name: 'file', description: 'The OpenAPI file. Default: what the config lists.' }],
  },
]

/** Throws McpError: there is no such prompt. */
export function createPrompt(asked: string, { file }: Readonly<Record<string, string>> = {}) {
  if (asked !== name)
    throw new McpError(
      ErrorCode.InvalidParams,
      `no prompt ${JSON.stringify(excerpt(asked, 60))}. There is ${name}.`,
    )
  const files = file === undefined ? '' : ` with files: ${JSON.stringify([excerpt(file)])}`
  const text = `Make the check of this API pass.
1. Call check${files}. Only "verdict: passed" is a pass.
2. Where issues are fixable: safe, call apply_fix, or propose_fix and apply its diff.
3. Where they are fixable: unsafe, read the diff of propose_fix with unsafe: true first. Make a fix only if it does not change what the API means to its clients, and ask otherwise.
4. For each rule that is left, call explain, and edit the file. Never invent a description, a licence or an address: ask for them.
5. Check again, until it passes or only questions are left. List those, with file and line.
Change no ruleset, policy, waiver or baseline, and add no x-lint-ignore.`
  return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] }
}
