import type { EngineName } from '../../core/model/engine-name.ts'
import type { AnsweredEvaluation } from '../../core/model/evaluation.ts'
import type { SourceDocument } from '../../core/model/source-document.ts'
import type { SandboxLimits } from '../../dashboard/contract/evaluation.ts'
import type { Origin } from '../../engine/origin.ts'
import type { RulesetRecord } from '../store/records.ts'
import type { Workspace } from '../store/workspace.ts'
import { answer } from './answer.ts'
import { createCompiler } from './compile-ruleset.ts'
import { type EvaluatedPair, evaluatePairs } from './evaluate-pairs.ts'
import type { TimeLimit } from './time-limit.ts'

export interface EvaluatedSubject {
  readonly api_id: string
  readonly resource_type: RulesetRecord['resource_type']
  /** Rejects when the definition cannot be read or parsed. */
  readonly document: () => Promise<SourceDocument>
  readonly origin?: Origin | undefined
}

export interface EvaluationInput {
  readonly org_id: string
  readonly subjects: readonly EvaluatedSubject[]
  readonly rulesets: readonly RulesetRecord[]
}

export interface EvaluatorOptions {
  readonly limits: SandboxLimits
  readonly now: () => Date
  /** The day of the run that is served, YYYY-MM-DD (UTC); absent: that of each evaluation. */
  readonly day?: string | undefined
  /** Answers list the rules whose `given` matched something, and those whose `given` did not. */
  readonly showsMatches?: boolean | undefined
  /** `refuse`: a ruleset with JavaScript in it cannot be used. */
  readonly functions?: 'allow' | 'refuse' | undefined
  /** Absent: what the workspace says. */
  readonly engine?: EngineName | undefined
  /** How long an evaluation may take; absent: as long as it takes. */
  readonly timeLimit?: TimeLimit | undefined
}

/**
 * Runs each ruleset on each subject of its resource type; a ruleset that fits no subject is left out of the
 * answer. Refuses with 400 when the rules of one that fits cannot be compiled.
 */
export function createEvaluator(workspace: Workspace, options: EvaluatorOptions) {
  const { limits, now, day, timeLimit, showsMatches, functions } = options
  const { engine = workspace.settings.engine } = options
  const compile = createCompiler(workspace, { functions, engine })
  return async ({ org_id, subjects, rulesets }: EvaluationInput): Promise<AnsweredEvaluation> => {
    const fitting = rulesets.filter((ruleset) => subjects.some((subject) => fits(ruleset, subject)))
    const pairs: EvaluatedPair[] = []
    for (const ruleset of fitting) pairs.push(...createPairs(ruleset, await compile(ruleset), subjects))
    const started = now()
    const results = await evaluatePairs(pairs, timeLimit)
    return answer({
      rulesets: fitting,
      results,
      org_id,
      created_at: started.toISOString(),
      day: day ?? started.toISOString().slice(0, 10),
      elapsed_ms: Math.max(0, now().getTime() - started.getTime()),
      issueLimit: limits.issues,
      showsMatches,
    })
  }
}

function createPairs(
  ruleset: RulesetRecord,
  rules: EvaluatedPair['rules'],
  subjects: readonly EvaluatedSubject[],
): EvaluatedPair[] {
  const { ruleset_id } = ruleset
  const own = subjects.filter((subject) => fits(ruleset, subject))
  return own.map(({ api_id, document, origin }) => ({ api_id, ruleset_id, rules, document, origin }))
}

function fits({ resource_type }: RulesetRecord, subject: EvaluatedSubject): boolean {
  return resource_type === subject.resource_type
}
