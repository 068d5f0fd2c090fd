import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseDocument } from '../../src/core/document/document.ts'
import { evaluate } from '../../src/engine/evaluate.ts'
import { parseJsonPath } from '../../src/engine/jsonpath/parse.ts'
import type { FunctionContext, Rule, RuleFunction } from '../../src/engine/rule.ts'

function functionOf(run: RuleFunction['run']): RuleFunction {
  return { name: 'test', options: z.unknown, run }
}

/** Says what it was given, always. */
const say = functionOf((target) => [{ message: JSON.stringify(target) ?? 'undefined' }])

interface RuleParts extends Partial<Omit<Rule, 'given' | 'then'>> {
  readonly given: string | readonly string[]
  readonly field?: string | readonly string[]
  readonly function?: RuleFunction
}

function ruleOf({ given, field, function: run = say, ...rest }: RuleParts): Rule {
  const fields = typeof field === 'object' ? field : [field]
  return {
    id: 'rule',
    description: '',
    message: undefined,
    howToFix: '',
    documentationUrl: undefined,
    severity: 'warn',
    formats: undefined,
    resolved: true,
    ...rest,
    given: (typeof given === 'string' ? [given] : given).map(parseJsonPath),
    // biome-ignore lint/suspicious/noThenProperty: the ruleset's own word
    then: fields.map((name) => ({ field: name, function: run, options: undefined })),
  }
}

function run(text: string, ...rules: RuleParts[]): string[] {
  return evaluate(parseDocument(text, 'yaml'), { rules: rules.map(ruleOf) }).map(
    ({ rule, path, message, location }) => `${rule.id} ${location.start_line} ${path.join('|')}: ${message}`,
  )
}

const text = `openapi: 3.0.3
info:
  title: t
paths:
  /b:
    get: {$ref: '#/ops/get'}
  /a:
    get:
      tags: [x]
      nested: {deep: 1, 'dotted.key': 2}
ops:
  get:
    tags: []
`

describe('the targets of a rule', () => {
  it.each<[string, RuleParts, readonly string[]]>([
    ['no field', { given: '$.info' }, ['rule 2 info: {"title":"t"}']],
    ['a field', { given: '$.info', field: 'title' }, ['rule 3 info|title: "t"']],
    ['a missing field', { given: '$.info', field: 'nope' }, ['rule 2 info: undefined']],
    [
      'a dotted field',
      { given: '$.paths[*].get', field: 'nested.deep' },
      ['rule 10 paths|/a|get|nested|deep: 1', 'rule 12 ops|get: undefined'],
    ],
    ['an indexed field', { given: '$.paths./a.get', field: 'tags[0]' }, ['rule 9 paths|/a|get|tags|0: "x"']],
    [
      'a quoted field',
      { given: '$.paths./a', field: "get.nested['dotted.key']" },
      ['rule 10 paths|/a|get|nested|dotted.key: 2'],
    ],
    [
      'a field with a dot in its name',
      { given: '$..nested', field: 'dotted.key' },
      ['rule 10 paths|/a|get|nested|dotted.key: 2'],
    ],
    ['a field behind a reference', { given: '$.paths./b', field: 'get.tags' }, ['rule 13 ops|get|tags: []']],
    ['keys', { given: '$.paths', field: '@key' }, ['rule 5 paths|/b: "/b"', 'rule 7 paths|/a: "/a"']],
    ['keys of an empty object', { given: '$.nope', field: '@key' }, []],
    [
      'a query',
      { given: '$.paths', field: '$..tags' },
      ['rule 9 paths|/a|get|tags: ["x"]', 'rule 13 ops|get|tags: []'],
    ],
    [
      'a name that begins like a query',
      { given: '$.paths./b', field: '$ref', resolved: false },
      ['rule 5 paths|/b: undefined'],
    ],
    ['such a name that is not there', { given: '$.info', field: "$it's" }, ['rule 2 info: undefined']],
    ['a query that finds nothing', { given: '$.info', field: '$..nope' }, ['rule 2 info: undefined']],
    ['a field of a text', { given: '$.info.title', field: 'length' }, ['rule 3 info|title: "t"']],
    [
      'several fields',
      { given: '$.info', field: ['title', 'nope'] },
      ['rule 2 info: undefined', 'rule 3 info|title: "t"'],
    ],
    ['keys by ~', { given: '$.paths[*]~' }, ['rule 5 paths|/b: "/b"', 'rule 7 paths|/a: "/a"']],
    [
      'the same through several queries',
      { given: ['$.info', '$.info', '$["info"]'] },
      ['rule 2 info: {"title":"t"}'],
    ],
    ['a prototype member', { given: '$.info', field: 'toString' }, ['rule 2 info: undefined']],
  ])('%s', (_name, rule, expected) => {
    expect(run(text, rule)).toEqual(expected)
  })
})

describe('an issue', () => {
  it('stands where the function says, or at the nearest place that exists', () => {
    const elsewhere = functionOf(() => [
      { message: 'deep', path: ['paths', '/b', 'get', 'tags', 3] },
      { message: 'root', path: ['nope', 'never'] },
    ])
    expect(run(text, { given: '$.info', function: elsewhere })).toEqual([
      'rule 1 : root',
      'rule 13 ops|get|tags: deep',
    ])
  })

  it('is given once, however often it is found', () => {
    const twice = functionOf(() => [{ message: 'same' }, { message: 'same' }, { message: 'other' }])
    expect(run(text, { given: '$.info', function: twice })).toEqual([
      'rule 2 info: same',
      'rule 2 info: other',
    ])
  })

  it('comes in the order of the rules, then of the document', () => {
    expect(
      run(
        text,
        { id: 'z', given: ['$.ops', '$.openapi'] },
        { id: 'a', given: '$.info', resolved: false },
      ).map((issue) => issue.slice(0, 4)),
    ).toEqual(['z 1 ', 'z 11', 'a 2 '])
  })

  it('is the same again for the same input', () => {
    const rules = [{ given: '$..*' }, { given: '$..[?(@.tags)]', resolved: false }] as const
    expect(run(text, ...rules)).toEqual(run(text, ...rules))
  })
})

describe('a very deep document', () => {
  it('is evaluated like any other', () => {
    const depth = 10_000
    const deep = parseDocument(`${'{"a":'.repeat(depth)}{"end":1}${'}'.repeat(depth)}`, 'json')
    const [issue, ...others] = evaluate(deep, { rules: [ruleOf({ given: '$..[?(@.end)]', field: 'end' })] })
    expect(issue?.path).toHaveLength(depth + 1)
    expect(issue?.location.start_char).toBe(depth * 5 + 8)
    expect(others).toEqual([])
  })
})

describe('a document seen as it stands', () => {
  it('has its $ref objects', () => {
    expect(run(text, { given: '$.paths./b.get', resolved: false })).toEqual([
      'rule 6 paths|/b|get: {"$ref":"#/ops/get"}',
    ])
    expect(run(text, { given: '$.paths./b.get.tags', resolved: false })).toEqual([])
  })
})

describe('the message', () => {
  const given = '$.paths./a.get'
  it.each<[string, Partial<RuleParts>, string]>([
    ['is the function’s', {}, 'undefined'],
    ['is the description where there is one', { description: 'Why {{error}}' }, 'Why {{error}}'],
    ['is the rule’s own first', { description: 'd', message: 'm' }, 'm'],
    ['{{error}}', { message: '<{{error}}>' }, '<undefined>'],
    ['{{description}}', { message: '<{{description}}>', description: 'd' }, '<d>'],
    ['{{path}}', { message: '<{{path}}>' }, '<#/paths/~1a/get>'],
    ['{{property}}', { message: '<{{property}}>' }, '<get.no.pe>'],
    ['{{property}} that is there', { message: '<{{property}}>', field: 'tags' }, '<tags>'],
    ['{{value}}', { message: '<{{value}}>', field: 'tags[0]' }, '<x>'],
    ['{{value}} of an object', { message: '<{{value}}>', field: 'nested' }, '<[object Object]>'],
    ['a placeholder unknown', { message: '<{{nope}}>' }, '<>'],
    [
      'print',
      { message: '#{{print("property")}}must be #{{print("value")}}', field: 'tags' },
      '`tags` property must be Array[]',
    ],
    [
      'placeholders in what is put in',
      { message: '{{error}}', function: functionOf(() => [{ message: '{{path}}' }]) },
      '{{path}}',
    ],
  ])('%s', (_name, parts, expected) => {
    const [issue] = evaluate(parseDocument(text, 'yaml'), {
      rules: [ruleOf({ given, field: 'no.pe', ...parts })],
    })
    expect(issue?.message).toBe(expected)
  })
})

describe('the context of a function', () => {
  it('is the path, the root, the field, and how to follow references', () => {
    const seen: FunctionContext[] = []
    const look = functionOf((_target, _options, context) => {
      seen.push(context)
      return []
    })
    run(text, { given: '$.paths./b', field: 'get.nope', function: look })
    const [context] = seen
    expect(context?.path).toEqual(['ops', 'get', 'nope'])
    expect(context?.property).toBe('get.nope')
    expect(context?.root).toHaveProperty('openapi')
    expect(context?.deref({ $ref: '#/ops/get/tags' })).toEqual([])
    expect(context?.deref({ $ref: '#/nope' })).toEqual({ $ref: '#/nope' })
  })

  it('is not hidden when it throws', () => {
    const fail = functionOf(() => {
      throw new TypeError('broken')
    })
    expect(() => run(text, { given: '$.info', function: fail })).toThrow('broken')
  })
})

describe('a rule for some formats', () => {
  it.each<[string, NonNullable<Rule['formats']>, boolean]>([
    ['swagger: "2.0"', ['oas2'], true],
    ['swagger: 2.0', ['oas2'], true],
    ['swagger: "2.0"', ['oas3'], false],
    ['openapi: 3.0.3', ['oas3'], true],
    ['openapi: 3.0.3', ['oas3.0'], true],
    ['openapi: 3.0', ['oas3.0'], false],
    ['openapi: "3.0"', ['oas3.0'], true],
    ['openapi: 3.1.0', ['oas3.0', 'oas2'], false],
    ['openapi: 3.1.0', ['oas3.1'], true],
    ['openapi: 3.1.0', ['oas3'], true],
    ['openapi: 3.2.0', ['oas3'], true],
    ['openapi: 3.2.0', ['oas3.1'], false],
    ['openapi: 4.0.0', ['oas3'], false],
    ['asyncapi: 3.0.0', ['oas3'], false],
    ['[1]', ['oas3'], false],
  ])('in %s, for %j: %s', (document, formats, isRun) => {
    expect(run(document, { given: '$', formats }).length).toBe(isRun ? 1 : 0)
  })
})
