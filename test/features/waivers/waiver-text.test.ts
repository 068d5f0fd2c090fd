import { expect, it } from 'vitest'
import { parseDocument } from '../../../src/core/document/document.ts'
import type { Waiver } from '../../../src/core/model/waiver.ts'
import { addWaiver, removeWaivers } from '../../../src/features/waivers/edit-waivers.ts'

const waiver: Waiver = {
  rule_id: 'operation-tags',
  path: 'paths./legacy*',
  reason: 'Retired: in spring',
  owner: 'payments',
  expires: '2027-01-31',
}
const item = `rule_id: operation-tags
    path: paths./legacy*
    reason: 'Retired: in spring'
    owner: payments
    expires: '2027-01-31'
`

function sourceOf(text: string, name = '.governance.yml') {
  const document = parseDocument(text, name.endsWith('.json') ? 'json' : 'yaml')
  const root = name === 'package.json' ? ['governance'] : []
  const value =
    name === 'package.json' ? (document.value as { governance: unknown }).governance : document.value
  return { document, root, value, name }
}

it.each<[string, string, string]>([
  ['no list', 'version: 1 # one\n', `version: 1 # one\nwaivers:\n  - ${item}`],
  ['no newline at the end', 'version: 1', `version: 1\nwaivers:\n  - ${item}`],
  ['an empty list', 'waivers: [] # none yet\nversion: 1\n', `waivers: # none yet\n  - ${item}version: 1\n`],
  [
    'a list in the middle, its comments kept',
    'waivers:\n# first\n- { rule_id: a } # why\n- rule_id: b\n  owner: c # who\n\n# then\nversion: 1\n',
    `waivers:\n# first\n- { rule_id: a } # why\n- rule_id: b\n  owner: c # who\n- ${item.replaceAll('\n    ', '\n  ')}\n# then\nversion: 1\n`,
  ],
  [
    'a list in brackets',
    'waivers: [{ rule_id: a }] # all\nversion: 1\n',
    "waivers: [{ rule_id: a }, { rule_id: operation-tags, path: paths./legacy*, reason: 'Retired: in spring', owner: payments, expires: '2027-01-31' }] # all\nversion: 1\n",
  ],
  [
    'lines that end as on Windows',
    'version: 1\r\nwaivers:\r\n  - rule_id: a\r\n',
    `version: 1\r\nwaivers:\r\n  - rule_id: a\r\n  - ${item.replaceAll('\n', '\r\n')}`,
  ],
  ['an empty value', 'waivers:\nversion: 1\n', `waivers:\n  - ${item}version: 1\n`],
  ['a word for nothing', 'waivers: ~ # none\n', `waivers: # none\n  - ${item}`],
  [
    'items that stand further in',
    '"waivers":\n    - rule_id: a\n# end\n',
    `"waivers":\n    - rule_id: a\n    - ${item.replaceAll('\n    ', '\n      ')}# end\n`,
  ],
  [
    'what is quoted, aligned and shared, which stays',
    "a: &a   'x'\nwaivers: # of us\n  - rule_id:   'a' # one\n    reason: >-\n      folded\n\n\nb:    *a\n",
    `a: &a   'x'\nwaivers: # of us\n  - rule_id:   'a' # one\n    reason: >-\n      folded\n  - ${item}\n\nb:    *a\n`,
  ],
])('adds to %s', (_name, text, expected) => {
  expect(addWaiver(sourceOf(text), waiver)).toBe(expected)
})

it('adds to JSON in a file without that extension, and keeps its line ends', () => {
  const text = addWaiver(sourceOf('{\r\n\t"version": 1\r\n}', '.governancerc'), waiver)
  expect(text).toBe(JSON.stringify({ version: 1, waivers: [waiver] }, null, '\t').replaceAll('\n', '\r\n'))
})

it('adds to JSON, also within package.json', () => {
  const alone = addWaiver(sourceOf('{\n    "version": 1\n}\n', '.governance.json'), waiver)
  expect(alone).toBe(`${JSON.stringify({ version: 1, waivers: [waiver] }, null, 4)}\n`)
  const held = addWaiver(
    sourceOf('{\n  "name": "x",\n  "governance": { "version": 1 }\n}', 'package.json'),
    waiver,
  )
  expect(JSON.parse(held)).toEqual({ name: 'x', governance: { version: 1, waivers: [waiver] } })
})

it('keeps how JSON is written around what it adds and removes', () => {
  const text =
    '{\n  "version": 1, "api_ids": ["a", "b"],\n  "waivers": [{ "rule_id": "a" }, { "rule_id": "b" }]\n}\n'
  const { path, ...shorter } = waiver
  const added = addWaiver(sourceOf(text, '.governance.json'), shorter)
  expect(added).toContain(
    '"version": 1, "api_ids": ["a", "b"],\n  "waivers": [{ "rule_id": "a" }, { "rule_id": "b" }, {',
  )
  expect(JSON.parse(added).waivers[2]).toEqual(shorter)
  expect(removeWaivers(sourceOf(text, '.governance.json'), new Set([0]))).toBe(
    text.replace('{ "rule_id": "a" }, ', ''),
  )
})

const three = `version: 1
waivers:
  # the first
  - rule_id: a
    reason: |
      two
      lines
  # the second
  - { rule_id: b, reason: c } # inline
  - rule_id: d
    reason: e

policy: {}
`

it.each<[string, number[], string]>([
  ['the first', [0], three.replace('  - rule_id: a\n    reason: |\n      two\n      lines\n', '')],
  ['the second', [1], three.replace('  - { rule_id: b, reason: c } # inline\n', '')],
  ['the last', [2], three.replace('  - rule_id: d\n    reason: e\n', '')],
  [
    'the first two',
    [0, 1],
    `${three.slice(0, 34)}  # the second\n${three.slice(three.indexOf('  - rule_id: d'))}`,
  ],
  ['all', [0, 1, 2], 'version: 1\nwaivers: []\n  # the first\n  # the second\n\npolicy: {}\n'],
])('removes %s', (_name, gone, expected) => {
  expect(removeWaivers(sourceOf(three), new Set(gone))).toBe(expected)
})

it.each([
  ['a config in braces', '{ version: 1 }\n'],
  ['a list that is shared', 'waivers: &all\n  [{ rule_id: a }\n  ]\nx: *all\n'],
])('refuses what it cannot edit, and says what to write: %s', (_name, text) => {
  expect(() => addWaiver(sourceOf(text), waiver)).toThrowError(
    expect.objectContaining({
      code: 'config-not-editable',
      hint: expect.stringContaining('- rule_id: operation-tags'),
    }),
  )
})
