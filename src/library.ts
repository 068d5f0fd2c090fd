/** What `import ... from 'gov'` gives. `docs/api.d.ts` holds it to its versions; `docs/library.md` says how it is used. */
export type { Progress } from './commands/ask-progress.ts'
export { type ErrorKind, exitCodes, GovError } from './errors.ts'
export { check } from './library/check.ts'
export type { CheckOptions, CheckResult } from './library/check-options.ts'
export { type RenderOptions, render } from './library/render.ts'
export type { Issue, Report, Severity, Verdict } from './model.ts'
export type { Format } from './reporters/formats.ts'
