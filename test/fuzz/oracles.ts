import { run as breaking } from './breaking.ts'
import { run as breakingApis } from './breaking-apis.ts'
import { run as breakingParameters } from './breaking-parameters.ts'
import { run as formats } from './formats.ts'
import { run as functions } from './functions.ts'
import { run as jsonPath } from './json-path.ts'
import { run as jsonSchema } from './json-schema.ts'
import { run as multipleOf } from './multiple-of.ts'
import type { Run } from './oracle.ts'
import { run as unevaluated } from './unevaluated.ts'
import { run as unreferenced } from './unreferenced.ts'
import { run as yaml } from './yaml.ts'

/** The keys are the names that `npm run task -- fuzz` takes; `quick` is how many cases take about a second. */
export const oracles: Readonly<Record<string, { readonly run: Run; readonly quick: number }>> = {
  breaking: { run: breaking, quick: 700 },
  'breaking-apis': { run: breakingApis, quick: 300 },
  'breaking-parameters': { run: breakingParameters, quick: 700 },
  formats: { run: formats, quick: 20_000 },
  functions: { run: functions, quick: 5000 },
  'json-path': { run: jsonPath, quick: 1500 },
  'json-schema': { run: jsonSchema, quick: 250 },
  'multiple-of': { run: multipleOf, quick: 5000 },
  unevaluated: { run: unevaluated, quick: 800 },
  unreferenced: { run: unreferenced, quick: 2000 },
  yaml: { run: yaml, quick: 1000 },
}
