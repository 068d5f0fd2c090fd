/** The exports of `@gov-cli/gov/engine`. A test compares them with `docs/engine.d.ts`; `docs/library.md` describes their use. */

export { type ErrorKind, exitCodes, GovError } from './core/model/errors.ts'
export type { Severity } from './core/model/severity.ts'
export {
  createRuleset,
  type DefinitionIssue,
  type DefinitionText,
  type EvaluateOptions,
  evaluate,
  IncompleteEvaluationError,
  type ReadyRuleset,
  type RulesetOptions,
  type TextFiles,
} from './library/evaluate.ts'
