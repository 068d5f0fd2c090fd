import { z } from 'zod'
import { check } from '../../../check/check.ts'
import { GovError } from '../../../core/model/errors.ts'
import type { Issue } from '../../../core/model/issue.ts'
import { chooseExitCode } from '../../../core/model/outcome.ts'
import type { EvaluatedReport } from '../../../core/model/report.ts'
import { countsText } from '../../../reporters/excuse-words.ts'
import { listHeld, listProblems } from '../../../reporters/faults.ts'
import { findIssuePosition, worstFirst } from '../../../reporters/issue-order.ts'
import { jsonText } from '../../../reporters/json-text.ts'
import { findVerdict, verdictWords } from '../../../reporters/verdict.ts'
import { excerpt } from '../../../reporters/wording.ts'
import { text } from '../../../settings/kinds.ts'
import { labelled, type ToolAnswer } from '../answer.ts'
import { askedDefinitions, definitionArguments } from '../asked-definitions.ts'
import { tool } from '../tool.ts'

const schema = () =>
  z.strictObject({
    ...definitionArguments(),
    rule_id: text().optional().describe('List only issues of this rule. The verdict counts all.'),
  })

type CheckArgs = z.infer<ReturnType<typeof schema>>

const hint = 'Pass files, or text and optionally name; without both, what the config lists is checked.'

export const checkTool = tool<CheckArgs>({
  name: 'check',
  title: 'Check APIs',
  description:
    'Checks OpenAPI files (or a text) by the rulesets, policy, waivers and baseline of the repository: the verdict of gov check. ' +
    'Only "verdict: passed" is a pass. Lists the issues that count, worst first, one JSON object per line.',
  input: { schema, hint },
  run: async (args, call) => {
    const { files, world } = await askedDefinitions(args, call.world)
    const { report, warnings } = await check(call.requestFor(files), world).catch(withStart)
    return createCheckAnswer(report, warnings, args.rule_id)
  },
})

/** The flags are those of the server, which an agent cannot give. */
function withStart(error: unknown): never {
  if (!(error instanceof GovError) || error.code !== 'breaking-without-base') throw error
  const hint =
    'Ask the person who set gov up to start it as "gov mcp --base origin/main", or as "gov mcp --breaking off" to check without it.'
  throw new GovError(error.kind, error.code, error.message, hint, error)
}

function createCheckAnswer(
  report: EvaluatedReport,
  warnings: readonly string[],
  rule: string | undefined,
): ToolAnswer {
  const counting = report.issues.filter(({ excused }) => excused === undefined)
  const listed = counting.filter(({ rule_id }) => rule === undefined || rule_id === rule)
  const reasons = [...listProblems(report).map(({ message }) => message), ...listHeld(report)]
  return {
    facts: [
      [
        'verdict',
        findVerdict(report) === 'empty' ? verdictWords.empty.title.toLowerCase() : report.outcome.kind,
      ],
      ['exit_code', chooseExitCode(report.outcome)],
      ['counts', countsText(report)],
      ['listed', `${listed.length} of ${counting.length} issues that count`],
    ],
    lines: [
      ...reasons.flatMap((reason) => labelled('reason: ', reason)),
      ...warnings.flatMap((warning) => labelled('warning: ', warning)),
      ...issueLines(listed),
    ],
  }
}

/** How to fix a rule's issues is said with the first of them. */
function issueLines(issues: readonly Issue[]): readonly string[] {
  const seenRules = new Set<string>()
  return worstFirst(issues).map((issue) => {
    const { severity, rule_id, ruleset_id, api_id, file, path, pointer, message, how_to_fix = '' } = issue
    const { line, column } = findIssuePosition(issue)
    const isFirst = !seenRules.has(rule_id)
    seenRules.add(rule_id)
    return jsonText({
      severity,
      rule_id,
      ruleset_id,
      ...(file === undefined ? { api_id } : { file }),
      ...(line > 0 && { line, column }),
      path,
      pointer,
      message: excerpt(message),
      ...(isFirst && how_to_fix !== '' && { how_to_fix: excerpt(how_to_fix) }),
    })
  })
}
