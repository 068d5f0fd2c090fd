import { z } from 'zod'
import { carryOutCheck } from '../../../check/check.ts'
import { createFixMarks } from '../../../check/fixable/mark-fixes.ts'
import type { CheckRequest } from '../../../check/types.ts'
import type { World } from '../../../check/world.ts'
import { GovError, survivable } from '../../../core/model/errors.ts'
import type { Issue } from '../../../core/model/issue.ts'
import { findIssuePosition } from '../../../core/model/issue-order.ts'
import { once } from '../../../core/model/once.ts'
import { chooseExitCode } from '../../../core/model/outcome.ts'
import type { EvaluatedReport } from '../../../core/model/report.ts'
import { severities } from '../../../core/model/severity.ts'
import { sanitize } from '../../../core/text/sanitize.ts'
import { excerpt } from '../../../core/text/wording.ts'
import { listHeldReasons, listProblems } from '../../../reporters/faults.ts'
import { sortWorstFirst } from '../../../reporters/issue-order.ts'
import { countOnlyCounted } from '../../../reporters/words/coverage.ts'
import { countsText } from '../../../reporters/words/excuse-words.ts'
import { findVerdict, verdictWords } from '../../../reporters/words/verdict.ts'
import { filledText } from '../../../settings/kinds.ts'
import { labelled, type ToolAnswer } from '../answer.ts'
import { askedDefinitions, definitionArguments, pageSize, requireKnownRules } from '../arguments.ts'
import { countIssueGroups, countOutput, groupsOutput } from '../issue-groups.ts'
import { type ToolCall, tool } from '../tool.ts'

const mostContext = 10
const contextRange = `must be a whole number from 0 to ${mostContext}`

const schema = () =>
  z.strictObject({
    ...definitionArguments(),
    rule_id: filledText().optional().describe('List only issues of this rule. The verdict counts all.'),
    page_size: pageSize('Issues'),
    context: z
      .int(contextRange)
      .min(0, contextRange)
      .max(mostContext, contextRange)
      .optional()
      .describe('Lines of code before and after the line of each issue. Default: no code.'),
  })

type CheckArgs = z.infer<ReturnType<typeof schema>>

const hint = 'Pass files, or text and optionally name; without both, what the config lists is checked.'

export const verdictOutput = () => ({
  verdict: z.enum(['passed', 'failed', 'incomplete', 'nothing checked']),
  exit_code: z.int(),
  counts: z.looseObject({
    error: countOutput(),
    warn: countOutput(),
    info: countOutput(),
    hint: countOutput(),
  }),
})

const output = () => ({
  ...verdictOutput(),
  counts: verdictOutput().counts.or(z.string()),
  listed: z.string().describe('How many of the issues that count are listed, on all pages.'),
  ...groupsOutput(),
  issues: z.array(
    z.looseObject({
      severity: z.enum(severities),
      rule_id: z.string(),
      path: z.string(),
      message: z.string(),
      fixable: z
        .enum(['safe', 'unsafe', 'no'])
        .optional()
        .describe(
          'What propose_fix can do: without an argument, with unsafe, or nothing. Absent: not known.',
        ),
      code: z.array(z.string()).optional().describe('Lines of the file, each behind its number.'),
    }),
  ),
})

export const checkTool = tool<CheckArgs>({
  name: 'check',
  title: 'Check APIs',
  description:
    'Checks OpenAPI files (or a text) by the rulesets, policy, waivers and baseline of the repository: the verdict of gov check. ' +
    'Only "verdict: passed" is a pass. Counts the issues by rule and file, then lists those that count, worst first, one JSON ' +
    'object per line, on pages of page_size.',
  input: { schema, hint },
  output,
  run: async (args, call) => {
    const { files, world } = await askedDefinitions(args, call.world, call.fence)
    const request = call.requestFor(files)
    const { report, warnings } = await checkWithFixable(request, world)
    const isFound = report.issues.some(({ rule_id }) => rule_id === args.rule_id)
    if (args.rule_id !== undefined && !isFound) await requireKnownRules([args.rule_id], call)
    const codeOf = await readCode(report.issues, args.context, { world, fence: call.fence })
    return createCheckAnswer(report, warnings, args, codeOf)
  },
})

export async function checkWithFixable(request: CheckRequest, world: World) {
  const marks = once(() => createFixMarks(request, world))
  const { report, warnings } = await carryOutCheck(request, world, () => marks).catch(withStart)
  return { report: (await marks()).settle(report), warnings }
}

type CodeOf = (issue: Issue) => readonly string[] | undefined

/** The lines around each issue, where they are asked for, of files within the fence that the check has read. */
async function readCode(
  issues: readonly Issue[],
  around: number | undefined,
  { world: { sources }, fence }: Pick<ToolCall, 'world' | 'fence'>,
): Promise<CodeOf | undefined> {
  if (around === undefined) return undefined
  const lines = new Map<string, readonly string[]>()
  for (const file of new Set(issues.flatMap((issue) => issue.file ?? []))) {
    const fault = await fence.requireInside([file]).catch(survivable)
    if (fault) continue
    const read = sources.given(file) ? sources.readDefinition(file) : sources.read(file, 'definition')
    lines.set(file, (await read).text.split(/\r?\n/))
  }
  return (issue) => {
    const { line } = findIssuePosition(issue)
    const first = Math.max(0, line - 1 - around)
    const shown = line > 0 ? lines.get(issue.file ?? '')?.slice(first, line + around) : undefined
    return shown?.map((text, index) => `${first + index + 1}: ${sanitize(text).slice(0, longestLine)}`)
  }
}

const longestLine = 160

/** The flags are those of the server, which an agent cannot give. */
function withStart(error: unknown): never {
  if (!(error instanceof GovError) || error.code !== 'breaking-without-base') throw error
  const hint =
    'Ask the person who set gov up to start it as "gov mcp --base origin/main", or as "gov mcp --breaking off" to check without it.'
  throw new GovError(error.kind, error.code, error.message, hint, error)
}

export function createVerdict(report: EvaluatedReport): Required<Pick<ToolAnswer, 'facts' | 'data'>> {
  const { error_count: error, warn_count: warn, info_count: info, hint_count } = countOnlyCounted(report)
  const isEmpty = findVerdict(report) === 'empty'
  return {
    facts: [
      ['verdict', isEmpty ? verdictWords.empty.title.toLowerCase() : report.outcome.kind],
      ['exit_code', chooseExitCode(report.outcome)],
      ['counts', countsText(report)],
    ],
    data: { counts: { error, warn, info, hint: hint_count } },
  }
}

function createCheckAnswer(
  report: EvaluatedReport,
  warnings: readonly string[],
  { rule_id: rule, page_size: pageSize }: CheckArgs,
  codeOf?: CodeOf,
): ToolAnswer {
  const counting = report.issues.filter(({ excused }) => excused === undefined)
  const listed = counting.filter(({ rule_id }) => rule === undefined || rule_id === rule)
  const reasons = [
    ...listProblems(report).map(({ message }) => message),
    ...listHeldReasons(report).map(({ message }) => message),
  ]
  const { facts, data } = createVerdict(report)
  const groups = countIssueGroups(listed)
  return {
    facts: [...facts, ['listed', `${listed.length} of ${counting.length} issues that count`]],
    data: { ...data, ...groups.data },
    lines: [
      ...reasons.flatMap((reason) => labelled('reason: ', reason)),
      ...warnings.flatMap((warning) => labelled('warning: ', warning)),
      ...groups.lines,
    ],
    list: { name: 'issues', items: listIssues(listed, codeOf), pageSize },
  }
}

/** How to fix a rule's issues is said with the first of them. */
function listIssues(issues: readonly Issue[], codeOf?: CodeOf): readonly object[] {
  const seenRules = new Set<string>()
  return sortWorstFirst(issues).map((issue) => {
    const { severity, rule_id, ruleset_id, api_id, file, path, pointer, message, fixable } = issue
    const { how_to_fix = '' } = issue
    const { line, column } = findIssuePosition(issue)
    const isFirst = !seenRules.has(rule_id)
    seenRules.add(rule_id)
    return {
      severity,
      rule_id,
      ruleset_id,
      ...(file === undefined ? { api_id } : { file }),
      ...(line > 0 && { line, column }),
      path,
      pointer,
      message: excerpt(message),
      fixable,
      ...(codeOf && { code: codeOf(issue) }),
      ...(isFirst && how_to_fix !== '' && { how_to_fix: excerpt(how_to_fix) }),
    }
  })
}
