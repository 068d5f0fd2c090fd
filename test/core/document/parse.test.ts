import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../../src/core/document/document.ts'
import { ParseError } from '../../../src/core/document/parse-error.ts'

function faultOf(text: string, format: 'json' | 'yaml'): string {
  try {
    parseDocument(text, format)
  } catch (error) {
    if (error instanceof ParseError) return `${error.line}:${error.column} ${error.reason}`
    throw error
  }
  return 'read'
}

describe('JSON that cannot be read', () => {
  it.each([
    ['', '1:1 the document is empty'],
    [' \n', '1:1 the document is empty'],
    ['{', '1:2 a quoted key or } expected, but the text ends'],
    ['{"a" 1}', '1:6 a colon expected, not 1'],
    ['{\n  "a": 1,\n}', '3:1 a quoted key expected, not } (remove the comma before it)'],
    ['{"a": [1 2]}', '1:10 a comma or ] expected, not 2'],
    ['{"a": tru}', '1:7 a value expected, not t'],
    ['[1,]', '1:4 a value expected, not ] (remove the comma before it)'],
    ['{"a": }', '1:7 a value expected, not }'],
    ['{"a": 1, # b\n}', '1:10 a quoted key expected, not # (JSON has no comments)'],
    ['// a\n{}', '1:1 a value expected, not / (JSON has no comments)'],
    ['{"a": "x\ny"}', '1:7 a value expected, not "'],
    ["{'a': 1}", "1:2 a quoted key or } expected, not '"],
    ['{} {}', '1:4 the end of the text expected, not {'],
    ['{"a": 01}', '1:8 a comma or } expected, not 1'],
    ['[\u0001]', '1:2 a value or ] expected, not the character U+0001'],
    ['{\n<<<<<<< ours\n=======\n>>>>>>> theirs\n}', '2:1 a merge conflict is not resolved (<<<<<<<)'],
  ])('%j: %s', (text, fault) => {
    expect(faultOf(text, 'json')).toBe(fault)
  })
})

describe('YAML that cannot be read', () => {
  it.each([
    ['', '1:1 the document is empty'],
    ['# nothing\n', '1:1 the document is empty'],
    ['---\n', '1:1 the document is empty'],
    ['a: 1\n---\nb: 2\n', '3:1 found a second document (---)'],
    ['a: 1\n---\n---\n- 2\n', '4:1 found a second document (---)'],
    ['a: 1\n--- 2\n', '2:5 found a second document (---)'],
    ['a: &x 1\n--- *x\n', '2:5 found a second document (---)'],
    ['---\n---\na: 1\n', '3:1 found a second document (---)'],
    ['---\n---\n', '1:1 the document is empty'],
    ['--- \ufeff\na: 1\n', '1:5 the character U+FEFF is not allowed here'],
    ['a: 1\rb: *x\r', '2:5 the alias *x has no anchor &x above it'],
    ['a: [', '1:4 the [ is not closed'],
    ['\ta: 1\n', '1:1 a tab in the indentation; YAML indents with spaces'],
    ['a:\r\n  b: 1\r\n \tc: 2\r\n', '3:2 a tab in the indentation; YAML indents with spaces'],
    ['a: |\n  x\n  \ty\nb: [', '4:4 the [ is not closed'],
    [
      'a: 1\r\n<<<<<<< HEAD\r\nb: 1\r\n=======\r\nb: 2\r\n>>>>>>> x\r\n',
      '2:1 a merge conflict is not resolved (<<<<<<<)',
    ],
    ['<<<<<<<\na: 1\n>>>>>>>', '1:1 a merge conflict is not resolved (<<<<<<<)'],
    ['a: |\n  <<<<<<< HEAD\n  >>>>>>> x\nb: [', '4:4 the [ is not closed'],
    ['a: |\n  <<<<<<< HEAD\n  >>>>>>> x\n', 'read'],
    ['a: &x\n  b: *x\n', '2:7 the alias *x is inside its own anchor'],
  ])('%j: %s', (text, fault) => {
    expect(faultOf(text, 'yaml')).toBe(fault)
  })
})

describe('text that would exhaust its reader', () => {
  it('is refused in JSON by its fault, not by its depth', () => {
    expect(faultOf(`${'['.repeat(10_000)}x`, 'json')).toBe('1:10001 a value or ] expected, not x')
  })

  it('is refused in YAML by its depth', () => {
    expect(faultOf('['.repeat(10_000), 'yaml')).toBe('1:300 it is nested more than 300 deep')
  })

  it('is refused in YAML when aliases multiply', () => {
    const bomb = ['a: &a [x,x,x,x,x,x,x,x,x,x]']
    for (let level = 1; level < 10; level++) {
      const name = String.fromCharCode(97 + level)
      const inner = String.fromCharCode(96 + level)
      bomb.push(`${name}: &${name} [${Array.from({ length: 10 }, () => `*${inner}`).join()}]`)
    }
    expect(faultOf(bomb.join('\n'), 'yaml')).toMatch(/^\d+:\d+ the aliases expand to too many nodes$/)
  })
})

describe('what is read', () => {
  it.each<['json' | 'yaml', string, unknown]>([
    ['json', '{"a": 1, "a": 2}', { a: 2 }],
    ['yaml', 'a: 1\na: 2\n', { a: 2 }],
    [
      'yaml',
      'a: 2020-01-01\nb: 1_000\nc: yes\nd: 0o17\ne: ~\n',
      { a: '2020-01-01', b: '1_000', c: 'yes', d: 15, e: null },
    ],
    ['yaml', 'a: &x {k: 1, l: 2}\nb: {<<: *x, l: 3}\n', { a: { k: 1, l: 2 }, b: { k: 1, l: 3 } }],
    ['yaml', '200: ok\n', { '200': 'ok' }],
    ['yaml', 'a: 1\n---\n', { a: 1 }],
    ['yaml', 'a: 1\n...\n---\n# b\n...\n', { a: 1 }],
    ['yaml', '%YAML 1.1\n---\na: 010\n...\n', { a: 10 }],
  ])('of %s %j is %j', (format, text, value) => {
    expect(parseDocument(text, format).value).toEqual(value)
  })

  it.each<['json' | 'yaml', string]>([
    ['json', '{"__proto__": {"polluted": 1}}'],
    ['yaml', '__proto__: {polluted: 1}\n'],
    ['yaml', 'a: &x {__proto__: {polluted: 1}}\nb: {<<: *x}\n'],
  ])('of %s keeps __proto__ as data: %j', (format, text) => {
    const { value } = parseDocument(text, format)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
    expect(Reflect.get(Object(value), 'polluted')).toBeUndefined()
    expect(JSON.stringify(value)).toContain('"__proto__":{"polluted":1}')
  })
})
