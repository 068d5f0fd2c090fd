import { z } from 'zod'
import { plural } from '../../../reporters/wording.ts'
import { createListSchema, text } from '../../../settings/kinds.ts'
import {
  addUpCounts,
  type FixResult,
  fixableText,
  fixDefinitions,
  listTodos,
  patchFolder,
  printable,
  renderPatch,
  writeFixes,
} from '../../fix/index.ts'
import { labelled, type ToolAnswer } from '../answer.ts'
import { askedDefinitions, definitionArguments, filesArgument, requireInRoot } from '../asked-definitions.ts'
import { type ToolCall, tool } from '../tool.ts'

const choice = () => ({
  rule_ids: createListSchema(text(), (rule) => rule)
    .optional()
    .describe('Fix only these rules; * stands for any characters.'),
  unsafe: z
    .boolean('must be true or false')
    .optional()
    .describe('Also fixes that may change what the API means.'),
  placeholders: z
    .boolean('must be true or false')
    .optional()
    .describe(
      'Also texts that a person has to complete. check fails with gov:placeholder until each of them is replaced.',
    ),
})

const proposed = () => z.strictObject({ ...definitionArguments(), ...choice() })
const applied = () => z.strictObject({ files: filesArgument(), ...choice() })

type FixArgs = z.infer<ReturnType<typeof proposed>>

export const proposeFixTool = tool<FixArgs>({
  name: 'propose_fix',
  title: 'Propose a fix',
  description:
    'Returns the edits of gov fix as a unified diff, only those that remove an issue and add none. Writes nothing.',
  input: {
    schema: proposed,
    hint: 'Pass files (or text and name), rule_ids, unsafe and placeholders, or nothing.',
  },
  run: async (args, call) => createFixAnswer(await fixes(args, call), call.world.cwd, 'no'),
})

export const applyFixTool = tool<z.infer<ReturnType<typeof applied>>>({
  name: 'apply_fix',
  title: 'Apply a fix',
  description: 'Writes the edits that propose_fix shows to the files.',
  input: { schema: applied, hint: 'Pass files, rule_ids, unsafe and placeholders, or nothing.' },
  writes: true,
  run: async (args, call) => {
    const result = await fixes(args, call)
    const names = result.files.map(({ file }) => file)
    await requireInRoot(names, call.world.cwd)
    await writeFixes(result.files, call.world.cwd)
    return createFixAnswer(result, call.world.cwd, names.length > 0 ? 'yes' : 'no')
  },
})

async function fixes(
  { rule_ids: rules, unsafe, placeholders, ...asked }: FixArgs,
  call: ToolCall,
): Promise<FixResult> {
  const { files, world } = await askedDefinitions(asked, call.world)
  const options = { rules, allowsUnsafe: unsafe, allowsPlaceholders: placeholders }
  return fixDefinitions(call.requestFor(files), options, world)
}

const argumentNames = { unsafe: 'unsafe', placeholder: 'placeholders' }

async function createFixAnswer(
  { files, fixed, remaining, fixable, unfixed }: FixResult,
  cwd: string,
  written: 'yes' | 'no',
): Promise<ToolAnswer> {
  const folder = await patchFolder(files, cwd)
  const diff = printable(renderPatch(files, cwd, folder), false).trimEnd()
  const reasons = unfixed.map(({ rule, file, line, reason }) => {
    const place = line === undefined ? file : `${file}:${line}`
    return `${place} ${rule}: ${reason}`
  })
  const left = addUpCounts(remaining)
  return {
    facts: [
      ['written', written],
      ['fixed', `${plural(addUpCounts(fixed), 'issue')} in ${plural(files.length, 'file')}`],
      ...(folder === cwd ? [] : [['names_in_diff', 'from the root of the repository'] as const]),
      ['left', `${plural(left, 'issue')}${fixableText(left, fixable, argumentNames)}`],
    ],
    lines: [
      ...(diff === '' ? [] : diff.split('\n')),
      ...listTodos(files).flatMap(({ file, line, text }) =>
        labelled('to complete: ', `${file}:${line} ${text}`),
      ),
      ...reasons.flatMap((reason) => labelled('not fixed: ', reason)),
    ],
  }
}
