import { describe, expect, it } from 'vitest'
import { RulesetError } from '../../../src/engine/ruleset/ruleset-source.ts'
import { load, problemsOf } from './load.ts'

describe('the ruleset itself', () => {
  it.each([
    ['', 'the document is empty', '', 1],
    ['- a', 'a ruleset is a mapping', '', 1],
    ['description: d', 'a ruleset needs "rules", "extends" or both', '', 1],
    ['openapi: 3.1.0\npaths: {}', 'this is an API definition, not a ruleset', '', 1],
    ['swagger: "2.0"\nnames: 1', 'this is an API definition, not a ruleset', '', 1],
    ['rules: {}\nopenapi: 3.1.0', 'unknown key "openapi"', 'openapi', 2],
    ['rules:', 'must be a mapping, but is null', 'rules', 1],
    ['rules: {}\nrulez: {}', 'unknown key "rulez"; did you mean "rules"?', 'rulez', 2],
    ['rules: {}\nfunctions: a', 'must be a list, but is `a`', 'functions', 2],
    ['rules: {}\nfunctions: [a, 1]', 'must be the name of a file without its ending', 'functions.1', 2],
    ['rules: {}\nfunctionsDir: 1', 'must be a string', 'functionsDir', 2],
    ['rules: {}\noverrides: []', 'must not be empty', 'overrides', 2],
    [
      'description: "x\nrules: {}\n"',
      'cannot be read as YAML: the key rules is read as text: close the " of line 1, or indent this line if text is meant',
      '',
      2,
    ],
    ['rules: {}\nrules: {}', 'is duplicated, and only the last would count', 'rules', 2],
    ['rules: {}\naliases: { __proto__: $ }', 'cannot be used as a name', 'aliases.__proto__', 2],
    ['rules: {}\nformats: oas3', 'must be a list of formats', 'formats', 2],
    ['rules: {}\nformats:\n  - oas4', 'unknown format "oas4"; did you mean "oas2"?', 'formats.0', 3],
    ['rules: {}\naliases:\n  1a: $', 'an alias must be a letter', 'aliases.1a', 3],
    ['rules: {}\naliases:\n  A: []', 'must not be empty', 'aliases.A', 3],
    [
      'rules: {}\naliases:\n  A:\n    targets:\n      - given: $',
      'must be a list of formats',
      'aliases.A.targets.0.formats',
      5,
    ],
  ])('%j', async (text, reason, key, line) =>
    expect(await problemsOf(text)).toMatchObject([
      { file: 'main.yaml', key, line, reason: expect.stringContaining(reason) },
    ]),
  )

  it('that cannot be read as YAML says where', async () =>
    expect(await problemsOf('rules:\n  a: [')).toMatchObject([
      { key: '', reason: expect.stringContaining('cannot be read as YAML') },
    ]))

  it('may carry extensions and options of parsers', async () =>
    expect(await load('rules: {}\nparserOptions: { duplicateKeys: warn }\nx-note: 1')).toEqual([]))
})

describe('a rule', () => {
  it.each([
    ['given: $.a', 'needs "then"', '', 2],
    ['then: { function: truthy }', 'needs "given"', '', 2],
    [
      'given: $\n    then: { function: truty }',
      'unknown function "truty"; did you mean "truthy"?',
      'then.function',
      4,
    ],
    ['given: $\n    then:\n      - { field: a }', 'is required, and must be a string', 'then.0.function', 5],
    [
      'given: $\n    then: { field: "$.a[", function: truthy }',
      '"$.a[" is not a JSONPath: a name, an index,',
      'then.field',
      4,
    ],
    ['given: $\n    then: []', 'must be a mapping with "function"', 'then', 4],
    [
      'given: $\n    then: { function: truthy }\n    sevrity: error',
      'unknown key "sevrity"; did you mean "severity"?',
      'sevrity',
      5,
    ],
    [
      'given: $\n    then: { function: truthy }\n    severity: fatal',
      'must be a severity: error, warn',
      'severity',
      5,
    ],
    [
      'given: $\n    then: { function: truthy }\n    severity: 4',
      'must be a severity: error, warn',
      'severity',
      5,
    ],
    ['given: $\n    then: { function: truthy }\n    message: 3', 'must be a string, but is 3', 'message', 5],
    [
      'given: $\n    then: { function: truthy }\n    resolved: "no"',
      'must be a boolean, but is `no`',
      'resolved',
      5,
    ],
    ['given: []\n    then: { function: truthy }', 'must be a JSONPath', 'given', 3],
    ['given: paths\n    then: { function: truthy }', '"paths" is not a JSONPath', 'given', 3],
    ...['$.a, $.b', '$.a[*],$.b', '$.a || $.b', '#Nope, #Loop', '$.a[?(@.b)], $..c', '#Several'].map(
      (given): [string, string, string, number] => [
        `given: ${JSON.stringify(given)}\n    then: { function: truthy }`,
        'is several expressions in one text: write a list of them',
        'given',
        3,
      ],
    ),
    ['given: "#Nope.a"\n    then: { function: truthy }', 'unknown alias "Nope"', 'given', 3],
    ['given: "#Loop"\n    then: { function: truthy }', 'refers to itself: Loop -> Loop', 'given', 3],
    [
      'given: $\n    then:\n      function: pattern\n      functionOptions:\n        mach: a\n        notMatch: b',
      'unknown key "mach"; did you mean "match"? (options of "pattern")',
      'then.functionOptions.mach',
      7,
    ],
    [
      'given: $\n    then:\n      function: pattern\n      functionOptions:\n        match: (',
      'Unterminated group (options of "pattern")',
      'then.functionOptions.match',
      7,
    ],
    [
      'given: $\n    then: { function: length }',
      'is required, and must be a mapping (options of "length")',
      'then.functionOptions',
      4,
    ],
    [
      'given: $\n    then: { function: truthy, functionOptions: { a: 1 } }',
      'unknown key "a" (there are none) (options of "truthy")',
      'then.functionOptions.a',
      4,
    ],
    [
      'given: $\n    then:\n      function: schema\n      functionOptions:\n        schema:\n          properties:\n            a:\n              type: strin',
      '"type" "strin" is not a type',
      'then.functionOptions.schema.properties.a.type',
      10,
    ],
  ])('%j', async (body, reason, key, line) =>
    expect(
      await problemsOf(`rules:\n  a:\n    ${body}\naliases: { Loop: "#Loop", Several: "$.a, $.b" }`),
    ).toMatchObject([{ file: 'main.yaml', rule: 'a', key, line, reason: expect.stringContaining(reason) }]),
  )

  it.each(['a: 7', 'a: fatal', 'a: null', 'a: []'])('cannot be %s', async (entry) =>
    expect(await problemsOf(`rules:\n  ${entry}`)).toMatchObject([
      { rule: 'a', key: '', reason: expect.stringContaining('must be a mapping, a boolean, or a severity') },
    ]),
  )
})

it('tells all at once, in the order of the text', async () => {
  const text = `extends: [[none.yaml, off]]
functions: [1]
rules:
  a: { given: x, then: { function: nope }, extra: 1 }
`
  const error = await load(text).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(RulesetError)
  expect(String(error).split('\n')).toEqual([
    expect.stringContaining('main.yaml:1:12: "extends.0.0": "none.yaml" cannot be read'),
    expect.stringContaining('main.yaml:2:13: "functions.0": must be the name'),
    expect.stringContaining('rule "a", "given": "x" is not a JSONPath'),
    expect.stringContaining('rule "a", "then.function": unknown function "nope"'),
    expect.stringContaining('rule "a", "extra": unknown key "extra"'),
  ])
})
