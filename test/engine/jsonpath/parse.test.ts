import { describe, expect, it } from 'vitest'
import { JsonPathError } from '../../../src/engine/jsonpath/cursor.ts'
import { parseJsonPath } from '../../../src/engine/jsonpath/parse.ts'

function faultOf(text: string): string {
  try {
    parseJsonPath(text)
  } catch (error) {
    if (error instanceof JsonPathError) return `${error.offset} ${error.reason}`
    throw error
  }
  return 'read'
}

describe('an invalid expression', () => {
  it.each([
    ['', '0 a JSONPath starts with $'],
    ['paths', '0 a JSONPath starts with $'],
    ['$info', '1 ., .., [, ^ or ~ expected, not i; put a dot after $'],
    ['$.a]b[', '6 a name, an index, *, ? or a slice expected, not the end'],
    ['$[a]b', '4 ., .., [, ^ or ~ expected, not b'],
    ['$.a..[', '6 a name, an index, *, ? or a slice expected, not the end'],
    ['$.a[', '4 a name, an index, *, ? or a slice expected, not the end'],
    ['$.a["b]', '4 the string is not closed'],
    ['$.a[b', '5 ] expected, not the end'],
    ['$.a[1:2:0]', '4 the step of a slice must be at least 1'],
    ['$.a[*,b]', '5 * must be alone in its brackets'],
    ['$.a[(@.x)]', '4 in parentheses, only scripts such as (@.length-1) are supported'],
    [
      '$.a[?(@.in == "query").name]',
      '23 a comparison has no members: put .name behind the ], as in [?(...)].name',
    ],
    ['$[?(!@.a).b]', '10 a comparison has no members: put .b behind the ], as in [?(...)].b'],
    ['$[?(@ && @.in != "query").b]', '26 a comparison has no members: put .b behind the ], as in [?(...)].b'],
    ['$[?()]', '4 a value expected, not )'],
    ['$[?(@.a == )]', '11 a value expected, not )'],
    ['$[?(@.a]', '7 ) expected, not ]'],
    ['$[?(@.a)', '8 ] expected, not the end'],
    ['$[?(foo)]', '4 foo is not known'],
    ['$[?(@foo)]', '4 @foo is not known'],
    ['$[?(@foo())]', '4 the function @foo is not known'],
    ['$[?(process.exit(1))]', '4 the function process.exit is not known'],
    ['$[?(@.constructor.constructor("x")())]', '18 the method constructor is not known'],
    ['$[?(@.map(x => x))]', '6 the method map is not known'],
    ['$[?(@.a.match(/(/))]', '14 /(/ is not a regular expression'],
    ['$[?(@.a.match(@.b))]', '13 a pattern must be a literal: /.../ or a string'],
    ['$[?(/abc)]', '4 the pattern is not closed'],
    ['$[?(@ = 1)]', '6 ) expected, not ='],
  ])('%s: %s', (text, fault) => {
    expect(faultOf(text)).toBe(fault)
  })

  it.each([
    ['opening parentheses', '(', /nested too deeply$/],
    ['negations', '!', /nested too deeply$/],
    ['mixed negations', '!-typeof ', /nested too deeply$/],
    ['opening brackets', '[', /nested too deeply$/],
    ['members', '@.a.b.c || ', /longer than 5000 characters$/],
  ])('hundreds of %s', (_name, part, fault) => {
    expect(faultOf(`$[?(${part.repeat(550)}@)]`)).toMatch(fault)
  })

  it('is read, however long a chain the limit allows', () => {
    expect(faultOf(`$[?(@${'.a'.repeat(2400)})]`)).toBe('read')
  })
})
