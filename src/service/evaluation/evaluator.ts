import type { SandboxEvaluationResponse } from '../../contract/evaluation.ts'
import type { Origin } from '../../engine/origin.ts'
import type { SourceDocument } from '../../model/source-document.ts'
import type { AppOptions } from '../http/app-options.ts'
import type { RulesetRecord } from '../store/records.ts'
import type { Workspace } from '../store/workspace.ts'
import { answer } from './answer.ts'
import { createCompiler } from './compile-ruleset.ts'
import { evaluatePairs, type Pair } from './evaluate-pairs.ts'
import type { ResourceType } from './resolve.ts'

export interface Subject {
  readonly api_id: string
  readonly resource_type: ResourceType
  /** Rejects when the definition cannot be read or parsed. */
  readonly document: () => Promise<SourceDocument>
  readonly origin?: Origin | undefined
}

export interface EvaluationInput {
  readonly org_id: string
  readonly subjects: readonly Subject[]
  readonly rulesets: readonly RulesetRecord[]
}

export type Evaluate = (input: EvaluationInput) => Promise<SandboxEvaluationResponse>

/**
 * Runs each ruleset on each subject of its resource type; a ruleset that fits no subject is left out of the
 * answer. Refuses with 400 when the rules of one that fits cannot be compiled.
 */
export function createEvaluator(
  workspace: Workspace,
  { limits, now, day, timeLimit, showsMatches, functions, engine = workspace.settings.engine }: AppOptions,
): Evaluate {
  const compile = createCompiler(workspace, { functions, engine })
  return async ({ org_id, subjects, rulesets }) => {
    const fitting = rulesets.filter((ruleset) => subjects.some((subject) => fits(ruleset, subject)))
    const pairs: Pair[] = []
    for (const ruleset of fitting) pairs.push(...pairsOf(ruleset, await compile(ruleset), subjects))
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

function pairsOf(ruleset: RulesetRecord, rules: Pair['rules'], subjects: readonly Subject[]): Pair[] {
  const { ruleset_id } = ruleset
  const own = subjects.filter((subject) => fits(ruleset, subject))
  return own.map(({ api_id, document, origin }) => ({ api_id, ruleset_id, rules, document, origin }))
}

function fits({ resource_type }: RulesetRecord, subject: Subject): boolean {
  return resource_type === subject.resource_type
}
