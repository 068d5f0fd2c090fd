import { expect, it } from 'vitest'
import { plan } from '../../src/gate/plan.ts'
import type { Asked } from '../../src/model.ts'

const ids = (count: number) => Array.from({ length: count }, (_, index) => `id-${index}`)
const asked = (part: Partial<Asked>): Asked => ({
  api_ids: ['a'],
  definitions: [],
  selector: { ruleset_ids: ['r'] },
  ...part,
})

it('asks once for all APIs and once for each definition', () => {
  const definitions = [{ file: 'x.yaml' }, { file: 'y.yaml' }]
  expect(plan(asked({ api_ids: ['a', 'b'], definitions })).map((request) => request.kind)).toEqual([
    'apis',
    'definition',
    'definition',
  ])
})

it('asks for each category on its own', () => {
  const requests = plan(asked({ selector: { categories: ['one', 'two'] } }))
  expect(requests.map((request) => request.selector)).toEqual([
    { categories: ['one'] },
    { categories: ['two'] },
  ])
})

it.each<[string, Partial<Asked>, string | undefined]>([
  ['10 APIs', { api_ids: ids(10) }, undefined],
  ['11 APIs', { api_ids: ids(11) }, '11 api_ids'],
  ['20 rulesets', { selector: { ruleset_ids: ids(20) } }, undefined],
  ['21 rulesets', { selector: { ruleset_ids: ids(21) } }, '21 ruleset_ids'],
  ['20 categories', { selector: { categories: ids(20) } }, undefined],
  ['21 categories', { selector: { categories: ids(21) } }, '21 categories'],
])('caps: %s', (_name, part, message) => {
  if (message === undefined) expect(plan(asked(part)).length).toBeGreaterThan(0)
  else expect(() => plan(asked(part))).toThrow(message)
})

it('refuses a name with a comma only where the service would split it', () => {
  const selector = { categories: ['a,b'] }
  expect(plan(asked({ selector }))).toHaveLength(1)
  expect(() => plan(asked({ selector, definitions: [{ file: 'x.yaml' }] }))).toThrow('"a,b" holds a comma')
})
