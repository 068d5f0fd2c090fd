/**
 * `gov diff` beside values that show a break: where a value was valid in a request and no longer is, or may now be in a
 * response and could not be, there has to be a finding. A finding without such a value is only counted, as the values are few.
 */
import { compareApis } from '../../src/check/breaking/compare-apis.ts'
import { getBreakingRule } from '../../src/check/breaking/rules/index.ts'
import { readValue, today } from '../check/breaking/changes-between.ts'
import { judgePair, oracle } from './oracle.ts'
import { type Schema, type SchemaPairCase, schemaPairs, type Use } from './schema-pairs.ts'
import { findBreaks } from './witnesses.ts'

export const run = oracle(schemaPairs, (pair) => {
  const severities = listSeverities(pair)
  const [shown] = findBreaks(pair)
  return judgePair(pair, severities, shown)
})

export function listSeverities({ use, versions, base, head, referred }: SchemaPairCase): readonly string[] {
  const apis = [
    createApi(use, versions[0], base, referred[0]),
    createApi(use, versions[1], head, referred[1]),
  ] as const
  return compareApis(...apis, { today }).breaking.map(({ rule }) => getBreakingRule(rule).severity)
}

function createApi(use: Use, version: string, whole: Schema, every: number) {
  const { schema, schemas } = refer(whole, every)
  const content = { content: { 'application/json': { schema } } }
  const operation =
    use === 'request' ? { requestBody: content, responses: {} } : { responses: { 200: content } }
  return readValue({ openapi: version, paths: { '/a': { post: operation } }, components: { schemas } })
}

const maps = ['properties', 'patternProperties', 'dependentSchemas', 'dependentRequired']

/** Puts some schemas into components. */
function refer(whole: Schema, every: number) {
  const schemas: Record<string, unknown> = {}
  let count = 0
  const schema: unknown = JSON.parse(JSON.stringify(whole), (key, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || maps.includes(key))
      return value
    count += 1
    if (every === 0 || count % every > 0) return value
    const name = `S${count}`
    schemas[name] = value
    return { $ref: `#/components/schemas/${name}` }
  })
  return { schema, schemas }
}
