import { expect, it } from 'vitest'
import { compareApis } from '../../../../src/check/breaking/compare-apis.ts'
import { readValue, today } from '../../../check/breaking/changes-between.ts'

type Wrap = (inner: object, level: number) => object

function nested(levels: number, type: string, wrap: Wrap): unknown {
  let schema: object = { type }
  for (let level = 0; level < levels; level++) schema = wrap(schema, level)
  return { content: { 'application/json': { schema } } }
}

function rulesOf(levels: number, wrap: Wrap): readonly string[] {
  const [before, after] = ['string', 'integer'].map((type) =>
    readValue({ openapi: '3.1.0', paths: { '/a': { post: { requestBody: nested(levels, type, wrap) } } } }),
  )
  return before && after ? compareApis(before, after, { today }).breaking.map(({ rule }) => rule) : []
}

const other = (level: number) => ({ type: 'object', required: [`a${level}`] })
const changed = 'breaking-request-type-changed'

/** Each took from ten seconds to minutes. */
it.each<[what: string, levels: number, wrap: Wrap, rules: readonly string[]]>([
  ['properties', 3000, (a) => ({ type: 'object', properties: { a } }), [changed]],
  [
    'changes beside properties',
    500,
    (a) => ({ type: 'object', title: JSON.stringify(a).length, properties: { a } }),
    [changed],
  ],
  ['lists', 3000, (items) => ({ type: 'array', items }), [changed]],
  ['a oneOf', 4, (inner, level) => ({ oneOf: [other(level), inner] }), [changed]],
  ['a oneOf', 20, (inner, level) => ({ oneOf: [other(level), inner] }), [changed]],
  ['a oneOf', 150, (inner, level) => ({ oneOf: [other(level), inner] }), ['breaking-not-compared']],
  ['an anyOf', 400, (inner, level) => ({ anyOf: [other(level), inner] }), ['breaking-not-compared']],
])('%s in itself, %i times', (_, levels, wrap, rules) => {
  expect([...new Set(rulesOf(levels, wrap))]).toEqual(expect.arrayContaining([...rules]))
})

/** Components of which each offers others, and the last one of which changes. */
function offering(count: number, offers: (from: number, to: number) => boolean, type: string) {
  const refs = Array.from({ length: count }, (_, at) => ({ $ref: `#/components/schemas/C${at}` }))
  const schemas = refs.map((_, from) => {
    const members = refs.filter((__, to) => offers(from, to))
    const properties = { [`p${from}`]: { type: 'string' }, q: { type: from + 1 === count ? type : 'string' } }
    return [
      `C${from}`,
      { type: 'object', properties, ...(members.length > 0 && { oneOf: members }) },
    ] as const
  })
  return readValue({
    openapi: '3.1.0',
    paths: { '/a': { post: { requestBody: { content: { 'application/json': { schema: refs[0] } } } } } },
    components: { schemas: Object.fromEntries(schemas) },
  })
}

it.each<[what: string, offers: (from: number, to: number) => boolean, rule: string]>([
  ['each other', (from, to) => from !== to, 'breaking-not-compared'],
  ['all that follow', (from, to) => from < to, 'breaking-not-compared'],
])('12 components that offer %s', (_, offers, rule) => {
  const [before, after] = [offering(12, offers, 'string'), offering(12, offers, 'integer')]
  expect(compareApis(before, after, { today }).breaking.map((change) => change.rule)).toContain(rule)
})

/** Components that refer each to the next, and the last of which has a type. */
function chained(count: number, type: string) {
  const ref = (to: number) => ({ $ref: `#/components/schemas/C${to}` })
  const schemas = Array.from({ length: count }, (_, at) => [`C${at}`, ref(at + 1)] as const)
  return readValue({
    openapi: '3.1.0',
    paths: { '/a': { post: { requestBody: { content: { 'application/json': { schema: ref(0) } } } } } },
    components: { schemas: { ...Object.fromEntries(schemas), [`C${count}`]: { type } } },
  })
}

it('20,000 references, each to the next', { timeout: 60_000 }, () => {
  const found = compareApis(chained(20_000, 'string'), chained(20_000, 'integer'), { today, listsAll: true })
  expect(found.breaking.map(({ rule }) => rule)).toEqual([changed])
  expect(found.changes).toEqual([])
})
