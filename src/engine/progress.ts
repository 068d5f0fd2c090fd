import { nameRules } from './engine-error.ts'
import { getNodePath, type VisitedNode } from './matching/visited-node.ts'
import type { Rule } from './rule.ts'

/** The position of an evaluation, for the time limit that watches it: the evaluation only writes it. */
export interface EvaluationProgress {
  /** The rules being run, or whose `given` is being followed. */
  rules: readonly Rule[]
  /** The node that they are run on. */
  spot: VisitedNode | undefined
  /** Between rules: the last filter with a pattern. */
  filter: string | undefined
}

export function createProgress(): EvaluationProgress {
  return { rules: [], spot: undefined, filter: undefined }
}

/** The rules that an evaluation is at; between rules those of the last filter, or else all. */
export function listRulesAtNode(
  { rules, filter }: EvaluationProgress,
  all: readonly Rule[],
): readonly Rule[] {
  if (rules.length > 0) return rules
  const asking = all.filter(({ given }) =>
    given.some(({ text }) => filter !== undefined && text.includes(filter)),
  )
  return asking.length > 0 ? asking : all
}

/** `rule a at info.title`. */
export function describeProgress(progress: EvaluationProgress, all: readonly Rule[]): string {
  const names = listRulesAtNode(progress, all).map(({ id }) => id)
  return nameRules(names, progress.spot && getNodePath(progress.spot))
}
