import type { EvaluationRequest } from './asked.ts'

/** One complete answer: its issues by their places in the report, its rulesets by their ids. */
export interface SavedAnswer {
  readonly request: EvaluationRequest
  readonly ruleset_ids: readonly string[]
  readonly issues: readonly number[]
  readonly elapsed_ms: number
}

/** What a run that stopped was answered, so that another one need not ask for it. */
export interface Resume {
  /** A digest of each thing that decides the run, by its name. */
  readonly basis: Readonly<Record<string, string>>
  readonly answers: readonly SavedAnswer[]
  /** Over the answers and what they refer to, keyed by the credential: only someone who has that can write it. */
  readonly seal: string
}
