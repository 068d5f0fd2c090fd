import { z } from 'zod'
import { silenceWarnings } from '../../../check/world.ts'
import { plural } from '../../../core/text/wording.ts'
import { createListSchema, filledText } from '../../../settings/kinds.ts'
import {
  addUpRuleCounts,
  type FixResult,
  fixableText,
  fixDefinitions,
  listTodos,
  patchFolder,
  printable,
  renderPatch,
  unfixedText,
  writeFixes,
} from '../../fix/index.ts'
import { labelled, type ToolAnswer } from '../answer.ts'
import { askedDefinitions, definitionArguments, filesArgument } from '../arguments.ts'
import { countIssueGroups, countOutput, groupsOutput } from '../issue-groups.ts'
import { type ToolCall, tool } from '../tool.ts'
import { checkWithFixable, createVerdict, verdictOutput } from './check.ts'

const flag = (description: string) => z.boolean('must be true or false').optional().describe(description)

const choice = () => ({
  rule_ids: createListSchema(filledText(), (rule) => rule)
    .optional()
    .describe('Fix only these rules; * stands for any characters.'),
  path: filledText().optional().describe('Fix only issues at this path, as in the issues of check.'),
  unsafe: flag('Also fixes that may change what the API means.'),
  placeholders: flag(
    'Also texts that a person has to complete. check fails with gov:placeholder until each of them is replaced.',
  ),
})

const proposed = () => z.strictObject({ ...definitionArguments(), ...choice() })
const applied = () => z.strictObject({ files: filesArgument(), ...choice() })

type FixArgs = z.infer<ReturnType<typeof proposed>>

const output = () => ({
  written: z.enum(['yes', 'no']),
  fixed_issues: countOutput(),
  files: z.array(z.string()).describe('Those that change.'),
  left_issues: countOutput(),
  fixable_with: z
    .looseObject({ unsafe: countOutput(), placeholders: countOutput() })
    .describe('How many of those that are left each argument would fix.'),
})

export const proposeFixTool = tool<FixArgs>({
  name: 'propose_fix',
  title: 'Propose a fix',
  description:
    'Returns the edits of gov fix as a unified diff, only those that remove an issue and add none. Writes nothing.',
  input: {
    schema: proposed,
    hint: 'Pass files (or text and name), rule_ids, path, unsafe and placeholders, or nothing.',
  },
  output,
  run: async (args, call) => createFixAnswer(await fixes(args, call, false), call.world.cwd, 'no'),
})

export const applyFixTool = tool<z.infer<ReturnType<typeof applied>>>({
  name: 'apply_fix',
  title: 'Apply a fix',
  description:
    'Writes the edits that propose_fix shows to the files, and answers the verdict of check after that.',
  input: { schema: applied, hint: 'Pass files, rule_ids, path, unsafe and placeholders, or nothing.' },
  output: () => ({
    ...output(),
    ...verdictOutput(),
    ...groupsOutput(),
    counts: verdictOutput().counts.or(z.string()),
  }),
  writes: true,
  run: async (args, call) => {
    const result = await fixes(args, call, true)
    const names = result.files.map(({ file }) => file)
    await call.fence.requireInside(names)
    await writeFixes(result.files, call.world.cwd)
    const answer = await createFixAnswer(result, call.world.cwd, names.length > 0 ? 'yes' : 'no')
    const { facts, data, lines } = await findVerdict(args.files, call)
    return {
      ...answer,
      facts: [...facts, ...answer.facts],
      data: { ...answer.data, ...data },
      lines: [...lines, ...answer.lines],
    }
  },
})

async function findVerdict(
  files: readonly string[] | undefined,
  { requestFor, createWorld, fence }: ToolCall,
) {
  const asked = await askedDefinitions({ ...(files && { files: [...files] }) }, createWorld(), fence)
  const { report } = await checkWithFixable(requestFor(asked.files), silenceWarnings(asked.world))
  const groups = countIssueGroups(report.issues.filter(({ excused }) => excused === undefined))
  const { facts, data } = createVerdict(report)
  return { facts, data: { ...data, ...groups.data }, lines: groups.lines }
}

async function fixes(
  { rule_ids: rules, path, unsafe, placeholders, ...asked }: FixArgs,
  call: ToolCall,
  writes: boolean,
): Promise<FixResult> {
  const { files, world } = await askedDefinitions(asked, call.world, call.fence)
  const options = { rules, path, allowsUnsafe: unsafe, allowsPlaceholders: placeholders, writes }
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
  const left = addUpRuleCounts(remaining)
  return {
    data: {
      fixed_issues: addUpRuleCounts(fixed),
      files: files.map(({ file }) => file),
      left_issues: left,
      fixable_with: { unsafe: fixable.unsafe, placeholders: fixable.placeholder },
    },
    facts: [
      ['written', written],
      ['fixed', `${plural(addUpRuleCounts(fixed), 'issue')} in ${plural(files.length, 'file')}`],
      ...(folder === cwd ? [] : [['names_in_diff', 'from the root of the repository'] as const]),
      ['left', `${plural(left, 'issue')}${fixableText(left, fixable, argumentNames)}`],
    ],
    lines: [
      ...(diff === '' ? [] : diff.split('\n')),
      ...listTodos(files).flatMap(({ file, line, text }) =>
        labelled('to complete: ', `${file}:${line} ${text}`),
      ),
      ...unfixed.flatMap((each) => labelled('not fixed: ', unfixedText(each))),
    ],
  }
}
