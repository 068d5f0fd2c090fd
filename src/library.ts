/** What `import ... from '@gov-cli/gov'` gives. `docs/api.d.ts` holds it to its versions; `docs/library.md` says how it is used. */

export { check } from './library/check.ts'
export type { CheckOptions, CheckResult } from './library/check-options.ts'
export { type RenderOptions, render } from './library/render.ts'
export { type ErrorKind, exitCodes, GovError } from './model/errors.ts'
export type { Format } from './model/formats.ts'
export type { Issue } from './model/issue.ts'
export type { Outcome } from './model/outcome.ts'
export type { EvaluatedReport, Report } from './model/report.ts'
export type { Severity } from './model/severity.ts'
export type { Progress } from './run/ask.ts'
