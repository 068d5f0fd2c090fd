import { expect, it } from 'vitest'
import { cursorAt } from '../../../src/run/editor/cursor.ts'

/** `|` is the place. */
function at(text: string) {
  const offset = text.indexOf('|')
  const found = cursorAt(text.replace('|', ''), offset)
  return (
    found &&
    `${found.at} ${found.path.join('/')} ${JSON.stringify(found.typed)}${found.quote}${found.needsSpace ? ' _' : ''}`
  )
}

it.each([
  ['', '|', 'either  ""'],
  ['a new key', 'rules:\n  a:\n    sev|\n', 'either rules/a "sev"'],
  ['a new key before another', 'rules:\n  a:\n    sev|\n    then: {}\n', 'key rules/a "sev"'],
  [
    'a new key after a value',
    'rules:\n  a:\n    given: $.paths\n    sev|\n    then: {}\n',
    'key rules/a "sev"',
  ],
  ['an empty line', 'rules:\n  a:\n    given: $\n    |\n', 'key rules/a ""'],
  ['within a key', 'rules:\n  a:\n    sev|erity: warn\n', 'key rules/a "sev"'],
  ['a value', 'rules:\n  a:\n    severity: wa|\n    then: {}\n', 'value rules/a/severity "wa"'],
  ['no value yet', 'rules:\n  a:\n    severity: |\n    then: {}\n', 'value rules/a/severity ""'],
  ['no space yet', 'rules:\n  a:\n    severity:|\n', 'value rules/a/severity "" _'],
  ['an item', 'extends:\n  - spec|\n', 'either extends/0 "spec"'],
  ['an empty item', 'extends:\n  - a\n  - |\n', 'either extends/1 ""'],
  ['a key of an item', 'then:\n  - field: a\n    fun|\n', 'key then/0 "fun"'],
  ['an item in brackets', 'extends: [[spectral:oas, re|]]\n', 'value extends/0/1 "re"'],
  ['brackets that are open', 'extends: [spec|\nrules: {}\n', 'value extends/0 "spec"'],
  ['a key in braces', 'then: { fun| }\n', 'key then "fun"'],
  ['braces that are open', 'then: { function: tr|\nseverity: warn\n', 'value then/function "tr"'],
  ['the value in braces', 'then: { field: a, function: | }\n', 'value then/function ""'],
  ['an alias', 'given: #Oper|\nthen: {}\n', 'value given "#Oper"'],
  ['an alias in a list', 'given:\n  - #O|\n', 'value given/0 "#O"'],
  ['an alias in quotes', 'given: "#O|"\n', 'value given "#O""'],
  ['an open quote', 'given: "#O|\nthen: {}\n', 'value given "#O""'],
  ['an apostrophe', "description: it's\nsev|\n", 'key  "sev"'],
  ['JSON, a key', '{\n  "rules": {\n    "a": { "sev| }\n  }\n}', 'key rules/a "sev""'],
  ['JSON, a key on its line', '{\n  "rules": {\n    "|\n  }\n}', 'key rules """'],
  ['JSON, a value', '{ "extends": "spe|" }', 'value extends "spe""'],
  ['JSON, no value yet', '{ "extends": | }', 'value extends ""'],
  ['CRLF', 'rules:\r\n  a:\r\n    sev|\r\n', 'either rules/a "sev"'],
  [
    'broken before, nearby',
    'rules:\n  b:\n    given: [a\n    then: }\n  a:\n    then:\n      - function: t|\n',
    'value rules/a/then/0/function "t"',
  ],
  ['broken before, a list', 'b: [ }\nextends:\n- a|\n', 'either extends/0 "a"'],
  ['a tab before', 'a:\n\tb: 1\nrules:\n  a:\n    sev|\n', 'either rules/a "sev"'],
  ['broken elsewhere', 'a: [1, 2\nb: }\nrules:\n  a:\n    severity: e|\n', 'value rules/a/severity "e"'],
])('knows where it is: %s', (_name, text, expected) => {
  expect(at(text)).toBe(expected)
})

it.each([
  ['a comment', '# sev|\na: 1\n'],
  ['a comment after a value', 'a: 1 # s|\n'],
  ['text of many lines', 'description: |\n  some te|xt\n'.replace('|\n', '>\n')],
])('has nothing to say of %s', (_name, text) => {
  expect(at(text)).toBeUndefined()
})
