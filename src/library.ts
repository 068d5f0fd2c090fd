/** The exports of `@gov-cli/gov`. A test compares them with `docs/api.d.ts`; `docs/library.md` describes their use. */

export type { Progress } from './check/world.ts'
export { type ErrorKind, exitCodes, GovError } from './core/model/errors.ts'
export type { Format } from './core/model/formats.ts'
export type { Issue } from './core/model/issue.ts'
export type { Outcome } from './core/model/outcome.ts'
export type { EvaluatedReport, Report } from './core/model/report.ts'
export type { Severity } from './core/model/severity.ts'
export { check } from './library/check.ts'
export type { CheckOptions, CheckResult } from './library/check-options.ts'
export { type RenderOptions, render } from './library/render.ts'
