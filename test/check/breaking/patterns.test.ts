import { expect, it } from 'vitest'
import { changesBetween } from './changes-between.ts'

const sent = (schema: string) =>
  `openapi: 3.1.0\npaths: {/a: {post: {requestBody: {content: {application/json: {schema: {type: string, ${schema}}}}}}}}`
const received = (schema: string) =>
  `openapi: 3.1.0\npaths: {/a: {get: {responses: {'200': {content: {application/json: {schema: {type: string, ${schema}}}}}}}}}`

const rows: readonly (readonly [before: string, after: string, forward: string, back: string])[] = [
  [
    "pattern: '^[a-z]+$'",
    "pattern: '^[a-f]+$'",
    'request-pattern-narrowed: Value now has the pattern `^[a-f]+$`, which `"z"` does not match',
    'response-pattern-widened: Value no longer has the pattern `^[a-f]+$`, which ruled out `"z"`',
  ],
  [
    "pattern: '^[a-z]{1,64}$'",
    "pattern: '^[a-z]{1,32}$'",
    'request-pattern-narrowed: Value now has the pattern `^[a-z]{1,32}$`, which `"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"` does not match',
    'response-pattern-widened: Value no longer has the pattern `^[a-z]{1,32}$`, which ruled out `"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"`',
  ],
  [
    "pattern: '^\\d{3,4}$'",
    "pattern: '^\\d{3}$'",
    'request-pattern-narrowed: Value now has the pattern `^\\d{3}$`, which `"0000"` does not match',
    'response-pattern-widened: Value no longer has the pattern `^\\d{3}$`, which ruled out `"0000"`',
  ],
  [
    "pattern: 'a'",
    "pattern: '^a'",
    'request-pattern-narrowed: Value now has the pattern `^a`, which `"8a"` does not match',
    'response-pattern-widened: Value no longer has the pattern `^a`, which ruled out `"8a"`',
  ],
  [
    "pattern: '^(a|b)$'",
    "pattern: '^(a|c)$'",
    'request-pattern-narrowed: Value now has the pattern `^(a|c)$`, which `"b"` does not match',
    'response-pattern-widened: Value no longer has the pattern `^(a|c)$`, which ruled out `"b"`',
  ],
  [
    "pattern: '^[a-z]+$', maxLength: 3",
    "pattern: '^[a-z]{1,3}$', maxLength: 3",
    'request-pattern-changed: Value now has the pattern `^[a-z]{1,3}$`',
    'response-pattern-changed: Value no longer has the pattern `^[a-z]{1,3}$`',
  ],
  ["pattern: '^[a-z]$', enum: [a, b]", "pattern: '^[ab]$', enum: [a, b]", '', ''],
  [
    "pattern: '^[0-9a-f-]+$', format: uuid",
    "pattern: '^[0-9a-f-]{36}$', format: uuid",
    'request-pattern-changed: Value now has the pattern `^[0-9a-f-]{36}$`',
    'response-pattern-changed: Value no longer has the pattern `^[0-9a-f-]{36}$`',
  ],
  [
    "pattern: '^(?!x)a'",
    "pattern: '^a'",
    'request-pattern-changed: Value now has the pattern `^a`',
    'response-pattern-changed: Value no longer has the pattern `^a`',
  ],
  [
    "pattern: '^(a+)+$'",
    "pattern: '^(a+)+b$'",
    'request-pattern-narrowed: Value now has the pattern `^(a+)+b$`, which `"a"` does not match',
    'response-pattern-widened: Value no longer has the pattern `^(a+)+b$`, which ruled out `"a"`',
  ],
  [
    "pattern: '^((a*)*)*$'",
    "pattern: '^((a*)*)*b$'",
    'request-pattern-narrowed: Value now has the pattern `^((a*)*)*b$`, which `""` does not match',
    'response-pattern-widened: Value no longer has the pattern `^((a*)*)*b$`, which ruled out `""`',
  ],
  [
    "pattern: '^[a-z]$', not: {const: b}",
    "pattern: '^[ac-z]$', not: {const: b}",
    'request-pattern-changed: Value now has the pattern `^[ac-z]$`',
    'response-pattern-changed: Value no longer has the pattern `^[ac-z]$`',
  ],
  [
    "pattern: '^[a-z]$', enum: [a, b]",
    "pattern: '^[ac]$', enum: [a, b]",
    'request-pattern-narrowed: Value now has the pattern `^[ac]$`, which `"b"` does not match',
    'response-pattern-widened: Value no longer has the pattern `^[ac]$`, which ruled out `"b"`',
  ],
  ["pattern: '.*', enum: [a, b]", "pattern: '^[ab]$', enum: [a, b]", '', ''],
  [
    "pattern: '('",
    "pattern: '['",
    'request-pattern-changed: Value now has the pattern `[`',
    'response-pattern-changed: Value no longer has the pattern `[`',
  ],
  // Letters and sizes at which two patterns differ are tried, whatever is between.
  [
    "pattern: '^[a-z]$'",
    "pattern: '^[a-ln-z]$'",
    'request-pattern-narrowed: Value now has the pattern `^[a-ln-z]$`, which `"m"` does not match',
    'response-pattern-widened: Value no longer has the pattern `^[a-ln-z]$`, which ruled out `"m"`',
  ],
  [
    "pattern: '^[a-z]+$', minLength: 9",
    "pattern: '^[a-z]{1,20}$', minLength: 9",
    `request-pattern-narrowed: Value now has the pattern \`^[a-z]{1,20}$\`, which \`"${'a'.repeat(21)}"\` does not match`,
    `response-pattern-widened: Value no longer has the pattern \`^[a-z]{1,20}$\`, which ruled out \`"${'a'.repeat(21)}"\``,
  ],
  // ECMA-262 does not know these escapes in patterns of Unicode letters; other languages do.
  [
    "pattern: '^[a-z\\_]\\-\\@$'",
    "pattern: '^[a-z]-@$'",
    'request-pattern-narrowed: Value now has the pattern `^[a-z]-@$`, which `"_-@"` does not match',
    'response-pattern-widened: Value no longer has the pattern `^[a-z]-@$`, which ruled out `"_-@"`',
  ],
  // In many languages, a letter beyond U+FFFF is two.
  [
    "pattern: '^[^a]$'",
    "pattern: '^[\\u0000-`b-\\uFFFF]$'",
    'request-pattern-changed: Value now has the pattern `^[\\u0000-`b-\\uFFFF]$`',
    'response-pattern-changed: Value no longer has the pattern `^[\\u0000-`b-\\uFFFF]$`',
  ],
  [
    "pattern: '^[\\uD800-\\uDFFF]$'",
    "pattern: '^a$'",
    'request-pattern-changed: Value now has the pattern `^a$`',
    'response-pattern-changed: Value no longer has the pattern `^a$`',
  ],
  // Only these have texts of that length.
  [
    "pattern: '^[a-z]{100000}$'",
    "pattern: '^[a-f]+$'",
    'request-pattern-changed: Value now has the pattern `^[a-f]+$`',
    'response-pattern-changed: Value no longer has the pattern `^[a-f]+$`',
  ],
  [
    "pattern: '^((((a{1000}){1000}){1000}){1000})$'",
    "pattern: '^b$'",
    'request-pattern-changed: Value now has the pattern `^b$`',
    'response-pattern-changed: Value no longer has the pattern `^b$`',
  ],
  [
    "pattern: '^(a?){1000}$'",
    "pattern: '^(a?){1000}b$'",
    'request-pattern-narrowed: Value now has the pattern `^(a?){1000}b$`, which `""` does not match',
    'response-pattern-widened: Value no longer has the pattern `^(a?){1000}b$`, which ruled out `""`',
  ],
  // One of two new ones proves it.
  [
    "pattern: '^[a-z]+$'",
    "pattern: '^[a-z]{1,}$', allOf: [{pattern: '^.{2}$'}]",
    'request-pattern-narrowed: Value now has the pattern `^.{2}$`, which `"a"` does not match',
    'response-pattern-widened: Value no longer has the pattern `^.{2}$`, which ruled out `"a"`',
  ],
  ["pattern: '^a$'", "pattern: '^[\\s\\S]*$'", '', ''],
]

it.each(rows)('%s, then %s', (before, after, forward, back) => {
  const tell = (some: string, other: string) =>
    changesBetween(some, other).map(
      ({ rule, message }) => `${rule.slice(9)}: ${message.replace(/, in the .*/, '')}`,
    )
  expect(tell(sent(before), sent(after))).toEqual(forward === '' ? [] : [forward])
  expect(tell(received(after), received(before))).toEqual(back === '' ? [] : [back])
})
