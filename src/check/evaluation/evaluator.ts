import type { Selector } from '../../core/model/asked.ts'
import { GovError } from '../../core/model/errors.ts'
import type { AnsweredEvaluation } from '../../core/model/evaluation.ts'
import type { DashboardClient } from '../../dashboard/client.ts'
import type { OnAnswer } from '../../dashboard/evaluations.ts'
import type { SentDefinition } from '../sources/bundle-definition.ts'

/**
 * Evaluates by a dashboard, over HTTP, or by the engine, in this process. Both find the same issues for the
 * same rulesets and definitions; all other differences are in their capabilities.
 */
export interface Evaluator {
  readonly evaluateApis: (
    apiIds: readonly string[],
    selector: Selector,
    onAnswer?: OnAnswer,
  ) => Promise<AnsweredEvaluation>
  readonly evaluateDefinition: (
    definition: NamedDefinition,
    selector: Selector,
    onAnswer?: OnAnswer,
  ) => Promise<AnsweredEvaluation>
  /** Looks up saved APIs and rulesets. */
  readonly records: () => Promise<Records>
  /** Ends its connections; a run that does not call it does not end. */
  readonly close: () => Promise<void>
}

/** A definition, and the names that its issues are to have. */
export interface NamedDefinition {
  readonly source: SentDefinition
  readonly api_id: string
  readonly api_name?: string | undefined
}

export type Records = Pick<
  DashboardClient,
  'getApi' | 'listApis' | 'listApiCategories' | 'getRuleset' | 'listRulesets'
>

/** Abilities of an evaluator. */
export interface Capabilities {
  /** It reads the files that a definition refers to; else they are sent with it as one bundle. */
  readonly readsFiles: boolean
  /** It tells which rules matched nothing. */
  readonly tellsMatches: boolean
  /** It lists all issues, however many. */
  readonly listsAll: boolean
  /** It may leave out issues that `x-lint-ignore` in a definition names. */
  readonly dropsIgnored: boolean
  /** Calls wait for something outside of this process, so that several at once are faster. */
  readonly waits: boolean
}

export const dashboardCapabilities: Capabilities = {
  readsFiles: false,
  tellsMatches: false,
  listsAll: false,
  dropsIgnored: true,
  waits: true,
}

export const engineCapabilities: Capabilities = {
  readsFiles: true,
  tellsMatches: true,
  listsAll: true,
  dropsIgnored: false,
  waits: false,
}

/** The dashboard answered, and not with a definition. */
export function isRefusal(error: unknown): error is GovError {
  if (!(error instanceof GovError)) return false
  const { kind, code } = error
  return kind === 'access' || kind === 'not_found' || kind === 'usage' || code.startsWith('answer-')
}
