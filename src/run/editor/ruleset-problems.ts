import { reasonAt } from '../../engine/ruleset/ruleset-error.ts'
import { today } from '../excuses.ts'
import { type RulesetFault, validateRuleset } from '../rulesets/validate-ruleset.ts'
import type { World } from '../world.ts'
import type { FileProblem } from './file-problem.ts'

/** What `gov ruleset validate` says of a file. */
export async function rulesetProblems(
  file: string,
  { sources, now }: Pick<World, 'sources' | 'now'>,
  trustPaths: boolean | undefined,
): Promise<readonly FileProblem[]> {
  const { problems, warnings = [] } = await validateRuleset(file, sources, { trustPaths, day: today(now()) })
  return [
    ...problems.map((fault) => problemOf(fault, file, 'error')),
    ...warnings.map((fault) => problemOf(fault, file, 'warn')),
  ]
}

function problemOf(fault: RulesetFault, own: string, severity: FileProblem['severity']): FileProblem {
  const { file = own, line, column } = fault
  const message = reasonAt(fault)
  const common = { code: severity === 'error' ? 'ruleset-invalid' : 'ruleset-doubtful', severity }
  // What it extends may be at fault.
  if (file !== own)
    return { ...common, message: `${[file, line, column].filter(Boolean).join(':')}: ${message}` }
  return { ...common, message, line, column }
}
