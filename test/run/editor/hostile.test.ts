import { expect, it } from 'vitest'
import { cursorAt, outlineOf, wordAt } from '../../../src/run/editor/cursor.ts'
import { inRuleset } from './complete.ts'

const deep = 20_000

it.each([
  ['lists in lists', '['.repeat(deep)],
  ['mappings in mappings', '{ a: '.repeat(deep)],
  ['lists in lists, in lines', '- '.repeat(deep)],
  ['an alias of itself', 'a: &a [*a, *a]\nrules: '],
  [
    'aliases of aliases',
    `a0: &a0 [1]\n${Array.from({ length: 30 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]\n`).join('')}rules: `,
  ],
  ['many aliases', `a: &a 1\nb: [${'*a, '.repeat(5000)}]\nrules: `],
  ['the mark', 'a: \ue000\nrules: '],
  ['other characters', '\u0000\u001b[31m\ud800: "\\u'],
  ['directives', '%YAML 9.9\n--- !!js/function\n? [a]\n: &x !t\n'],
])('reads %s without harm', (_name, text) => {
  for (const at of [0, Math.floor(text.length / 2), text.length]) {
    cursorAt(text, at)
    wordAt(text, at)
  }
  const { read } = outlineOf(text)
  for (const key of ['a', 'b', 'a30', 'rules']) read([key])
})

it('is not misled by a byte order mark', async () => {
  const found = await inRuleset('\ufeffextends: |\n')
  expect(found.map(({ start, end }) => [start, end])[0]).toEqual([10, 10])
})

it('answers in a large ruleset', async () => {
  const rules = Array.from(
    { length: 2000 },
    (_, at) => `  rule-${at}:\n    given: $.paths[*]\n    severity: warn\n    then: { function: truthy }\n`,
  )
  const text = `aliases: { Op: $ }\nrules:\n${rules.join('')}  last:\n    severity: |\n`
  await inRuleset('|')
  expect((await inRuleset(text)).map(({ label }) => label)).toEqual(['error', 'warn', 'info', 'hint', 'off'])
})
