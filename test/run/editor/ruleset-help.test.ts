import { expect, it } from 'vitest'
import { coreNames, functions } from '../../../src/engine/functions/index.ts'
import { ruleKeys } from '../../../src/engine/ruleset/read-rule.ts'
import { rulesetKeys } from '../../../src/engine/ruleset/read-ruleset.ts'
import { tempTree } from '../../temp-tree.ts'
import { explained, inRuleset, taken } from './complete.ts'

async function labels(marked: string, folder?: string): Promise<readonly string[]> {
  return (await inRuleset(marked, folder)).map(({ label }) => label)
}

it('names every key of a ruleset and of a rule', async () => {
  expect([...(await labels('|'))].sort()).toEqual([...rulesetKeys()].sort())
  const known = await labels('rules:\n  a:\n    |\n')
  // An older spelling, what only another linter's users write, and what is passed over.
  const unnamed = ['how_to_fix', 'id', 'category', 'extensions']
  const severities = ['error', 'warn', 'info', 'hint', 'off', 'true', 'false']
  expect(known.filter((each) => !severities.includes(each)).sort()).toEqual(
    ruleKeys.filter((key) => !unnamed.includes(key)).sort(),
  )
})

it.each([
  '|',
  'rules:\n  a:\n    |\n',
  'rules: { a: { then: { | } } }',
  'extends: spectral:oas\nrules:\n  |\n',
  'formats: [|]',
])('says what each proposal means: %j', async (text) => {
  const found = (await inRuleset(text)).filter(({ label }) => label !== 'true' && label !== 'false')
  expect(found.length).toBeGreaterThan(0)
  expect(found.filter(({ documentation }) => (documentation ?? '').length < 8)).toEqual([])
})

it('leaves out what is there', async () => {
  expect(await labels('extends: a\nrul|\naliases: {}\n')).not.toContain('extends')
  expect(await labels('extends: a\nrul|\naliases: {}\n')).not.toContain('aliases')
  expect(await labels('rul|es: {}\n')).toContain('rules')
})

it('names every function, with what it is for', async () => {
  const found = await inRuleset('rules:\n  a:\n    given: $\n    then:\n      function: |\n')
  expect(found.map(({ label }) => label).sort()).toEqual(
    [...new Set([...coreNames, ...functions.keys()])].sort(),
  )
  expect(found.filter(({ documentation }) => (documentation ?? '').length < 15)).toEqual([])
  expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(['function']))
})

it.each([
  [
    'options',
    'rules: { a: { then: { function: casing, functionOptions: { | } } } }',
    ['type', 'disallowDigits', 'separator'],
  ],
  [
    'options above the function',
    'rules:\n  a:\n    then:\n      functionOptions:\n        |\n      function: length\n',
    ['min', 'max'],
  ],
  [
    'values of options',
    'rules:\n  a:\n    then:\n      function: casing\n      functionOptions:\n        type: |\n',
    ['flat', 'camel', 'pascal', 'kebab', 'cobol', 'snake', 'macro'],
  ],
  ['severities', 'rules:\n  a:\n    severity: |\n', ['error', 'warn', 'info', 'hint', 'off']],
  ['formats', 'rules:\n  a:\n    formats: [|]\n', ['oas2', 'oas3', 'oas3.0', 'oas3.1', 'oas3.2']],
  ['formats of the ruleset', 'formats:\n  - |\n', ['oas2', 'oas3', 'oas3.0', 'oas3.1', 'oas3.2']],
  ['aliases', 'aliases:\n  Op: $.paths[*][get]\nrules:\n  a:\n    given: #|\n', ['#Op']],
  ['aliases in a list', 'aliases:\n  Op: $.paths\nrules:\n  a:\n    given:\n      - #O|\n', ['#Op']],
  ['modes', 'extends: [[spectral:oas, |]]', ['recommended', 'all', 'off']],
  [
    'what it extends',
    'extends: |',
    [
      'spectral:oas',
      'spectral:owasp',
      '@stoplight/spectral-owasp-ruleset',
      'vacuum:oas',
      'vacuum:owasp',
      'vacuum:all',
    ],
  ],
  ['booleans', 'rules:\n  a:\n    resolved: |\n', ['true', 'false']],
  [
    'keys of a fix',
    'rules:\n  a:\n    fix:\n      |\n',
    ['field', 'set', 'remove', 'rename', 'insertBefore', 'safe'],
  ],
  [
    'rules of overrides',
    'overrides:\n  - files: [a]\n    rules:\n      a:\n        severity: |\n',
    ['error', 'warn', 'info', 'hint', 'off'],
  ],
  ['nothing in a description', 'description: |\nrules: {}\n', []],
])('proposes %s', async (_name, text, expected) => {
  expect(await labels(text)).toEqual(expected)
})

it('proposes inherited rules, and the functions and aliases of other files', async () => {
  const folder = await tempTree({
    'base.yaml':
      'aliases: { Ops: "$.paths[*][*]" }\nrules:\n  ours: { given: "#Ops", then: { function: truthy } }\n',
  })
  const own = 'extends: [spectral:oas, ./base.yaml]\nfunctions: [shout]\n'
  expect(await labels(`${own}rules:\n  |\n`, folder)).toEqual(
    expect.arrayContaining(['ours', 'operation-tags']),
  )
  expect(await labels(`${own}rules:\n  a:\n    given: |\n`, folder)).toContain('#Ops')
  expect(await labels(`${own}rules:\n  a:\n    then: { function: |\n`, folder)).toContain('shout')
})

it.each([
  ['a key', 'rul|\n', 'rules', 'rules: \n'],
  ['a key before its colon', 'rul| : {}\n', 'rules', 'rules : {}\n'],
  [
    'an alias, in quotes',
    'aliases: { Op: $ }\nrules: { a: { given: #O| } }',
    '#Op',
    'aliases: { Op: $ }\nrules: { a: { given: "#Op" } }',
  ],
  [
    'an alias in quotes',
    'aliases: { Op: $ }\nrules: { a: { given: "#|" } }',
    '#Op',
    'aliases: { Op: $ }\nrules: { a: { given: "#Op" } }',
  ],
  [
    'a package',
    'extends: |',
    '@stoplight/spectral-owasp-ruleset',
    'extends: "@stoplight/spectral-owasp-ruleset"',
  ],
  [
    'a value after a colon alone',
    'rules:\n  a:\n    severity:|\n',
    'warn',
    'rules:\n  a:\n    severity: warn\n',
  ],
  ['an item', 'extends:\n  |\n', 'spectral:oas', 'extends:\n  spectral:oas\n'],
])('writes %s', async (_name, text, label, expected) => {
  expect(taken(text, await inRuleset(text), label)).toBe(expected)
})

it.each([
  ['a key', '{ "rul| }', 'rules', '{ "rules }'],
  ['a value', '{ "extends": | }', 'spectral:oas', '{ "extends": "spectral:oas" }'],
  ['a value in quotes', '{ "extends": "|" }', 'spectral:oas', '{ "extends": "spectral:oas" }'],
])('writes %s in JSON', async (_name, text, label, expected) => {
  expect(taken(text, await inRuleset(text, '.', 'rules.json'), label)).toBe(expected)
})

it.each([
  ['a function', 'rules: { a: { then: { function: trut|hy } } }', /is there/],
  [
    'a function of a built-in rule',
    'rules: { a: { then: { function: oasOp|IdUnique } } }',
    /operation-operationId-unique/,
  ],
  ['an option', 'rules: { a: { then: { functi|onOptions: {} } } }', /options/i],
  ['a key', 'rules: { a: { giv|en: $ } }', /Where the rule looks/],
  ['a severity', 'rules: { a: { severity: war|n } }', /warning/],
  ['a format', 'formats: [oas3|.1]', /OpenAPI 3.1/],
  ['an alias', 'aliases: { Op: "$.paths[*]" }\nrules: { a: { given: "#O|p" } }', /\$\.paths\[\*\]/],
  ['a built-in ruleset', 'extends: spec|tral:oas', /built in/],
  ['a mode', 'extends: [[spectral:oas, recommende|d]]', /recommended/],
])('explains %s', async (_name, text, expected) => {
  expect((await explained(text))?.markdown).toMatch(expected)
})

it('leaves what explains a rule to that', async () => {
  expect((await explained('extends: spectral:oas\nrules: { operation-t|ags: off }'))?.rule).toBe(
    'operation-tags',
  )
  expect(await explained('extends: spectral:oas\nrules: { of-o|urs: {} }')).toBeUndefined()
})

it('has something to say wherever the text is cut off', async () => {
  const whole =
    'extends: [[spectral:oas, recommended]]\naliases:\n  Op: $.paths[*][get]\nrules:\n  a:\n    description: x\n    given: "#Op"\n    severity: warn\n    then:\n      - field: summary\n        function: length\n        functionOptions: { min: 1 }\n'
  for (let at = 0; at <= whole.length; at++) {
    const proposals = await inRuleset(`${whole.slice(0, at)}|`)
    for (const { start, end } of proposals)
      expect([start <= at, end >= start, end <= at]).toEqual([true, true, true])
  }
  const ends = ['severity: ', 'function: ', 'functionOptions: { ', '    given: "', 'extends: [[']
  for (const end of ends) {
    const cut = whole.slice(0, whole.indexOf(end) + end.length)
    expect([end, (await inRuleset(`${cut}|`)).length > 0]).toEqual([end, true])
  }
})
