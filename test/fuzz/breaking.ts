/**
 * `gov diff` beside values that show a break: where a value was valid in a request and no longer is, or may now be in a
 * response and could not be, there has to be a finding. A finding without such a value is only counted, as the values are few.
 */
import { compareApis } from '../../src/check/breaking/compare-apis.ts'
import { getBreakingRule } from '../../src/check/breaking/rules/index.ts'
import { readValue, today } from '../check/breaking/changes-between.ts'
import { oracle } from './oracle.ts'
import { type SchemaPairCase, schemaPairs, type Use } from './schema-pairs.ts'
import { findBreaks } from './witnesses.ts'

export const run = oracle(schemaPairs, (pair) => {
  const severities = listSeverities(pair)
  const [shown] = findBreaks(pair)
  const isError = severities.includes('error')
  if (shown === undefined) return isError ? 'errors without a value' : 'same'
  if (severities.length > 0) return isError ? 'breaks' : 'breaks with a warning'
  throw new Error(
    `nothing is found between ${JSON.stringify(pair)}, although ${JSON.stringify(shown)} breaks`,
  )
})

export function listSeverities({ use, versions, base, head }: SchemaPairCase): readonly string[] {
  const apis = [createApi(use, versions[0], base), createApi(use, versions[1], head)] as const
  return compareApis(...apis, { today }).breaking.map(({ rule }) => getBreakingRule(rule).severity)
}

function createApi(use: Use, version: string, schema: object) {
  const content = { content: { 'application/json': { schema } } }
  const operation =
    use === 'request' ? { requestBody: content, responses: {} } : { responses: { 200: content } }
  return readValue({ openapi: version, paths: { '/a': { post: operation } } })
}
