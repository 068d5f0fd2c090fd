import { describe, expect, it } from 'vitest'
import { compareApis } from '../../../../src/check/breaking/compare-apis.ts'
import { readValue, today } from '../../../check/breaking/changes-between.ts'
import { breaksBy } from '../../../check/breaking/judge.ts'
import { type Drawn, drawFrom, draws, type Schema } from '../../../check/breaking/random-schemas.ts'
import { effort } from '../../../effort.ts'

/**
 * Pairs of schemas by chance: where a value that was valid is refused now, or one that could not be sent can be, a change
 * has to be reported. The other way round, a report without such a value is not a fault: the values are few, and without a
 * proof a change is reported.
 *
 * Left out, as they mean less to people than to JSON Schema:
 * - properties and items that lose the type beside them, and are still taken to mean an object and a list;
 * - a property of requests that is described for the first time where others were allowed;
 * - what responses have beside the properties that they were to have alone.
 */
const pairsPerDraw = Math.ceil(50 * effort)

function apiOf({ use, version = '3.1.0' }: Drawn, schema: Schema, schemas: unknown = {}) {
  const content = { content: { 'application/json': { schema } } }
  const operation =
    use === 'request' ? { requestBody: content, responses: {} } : { responses: { 200: content } }
  return readValue({ openapi: version, paths: { '/a': { post: operation } }, components: { schemas } })
}

/** Keywords that mean the same wherever in a chain of references they are; all others stay together. */
const movable =
  /^(?:type|enum|const|required|allOf|not|pattern|format|m(?:ax|in)(?:imum|Length|Items|Properties)|multipleOf|oneOf|anyOf)$/

/** The schema as a chain of three references, with some of its keywords beside each. */
function chained(schema: Schema, name: string, draw: (below: number) => number) {
  const parts: Record<string, unknown>[] = [{}, {}, {}]
  for (const [key, value] of Object.entries(schema))
    Object.assign(parts[movable.test(key) ? draw(3) : 2] ?? {}, { [key]: value })
  const [first, second, third] = parts
  const $ref = `#/components/schemas/${name}`
  const schemas = { [`${name}1`]: { $ref: `${$ref}2`, ...second }, [`${name}2`]: third }
  return [{ $ref: `${$ref}1`, ...first }, schemas] as const
}

describe.each(Object.entries(draws))('%s', (_, drawn) => {
  it('every change that breaks is reported', () => {
    const draw = drawFrom(1)
    let broken = 0
    const silent: unknown[] = []
    const inChain: Drawn[] = []
    for (let count = 0; count < pairsPerDraw; count++) {
      const pair = drawn(draw)
      const [by] = breaksBy(pair)
      if (by === undefined) continue
      broken++
      const { base, head, components: [before, after] = [] } = pair
      if (compareApis(apiOf(pair, base, before), apiOf(pair, head, after), { today }).breaking.length === 0)
        silent.push({ ...pair, by })
      if (pair.version?.startsWith('3.0') || typeof base !== 'object' || typeof head !== 'object') continue
      const [some, more] = chained(base, 'Base', draw)
      const [other, others] = chained(head, 'Head', draw)
      const apis = [
        apiOf(pair, some, { ...Object(before), ...more }),
        apiOf(pair, other, { ...Object(after), ...others }),
      ] as const
      if (compareApis(...apis, { today }).breaking.length === 0) inChain.push(pair)
    }
    expect(broken).toBeGreaterThan(pairsPerDraw / 20)
    expect(silent.map((pair) => JSON.stringify(pair))).toEqual([])
    expect(inChain.map((pair) => JSON.stringify(pair))).toEqual([])
  })
})
