import { expect, it } from 'vitest'
import { parseDocument } from '../../../../src/core/document/document.ts'
import { evaluate } from '../../../../src/engine/evaluate.ts'
import { load } from '../../ruleset/load.ts'

const schemas = (text: string) => `openapi: 3.0.3\ninfo: {title: a}\ncomponents: {schemas: {${text}}}`
const mapped = 'is not used, except by the mapping of a discriminator: keep it, and refer to it in `oneOf`'
const base = (target: string) => `B: {discriminator: {propertyName: t, mapping: {x: ${target}}}}`

/** What a rule says of a document. */
it.each([
  ['typed-enum', schemas('A: {type: integer, enum: ["1"]}'), 'Enum value `"1"` is not of type integer'],
  ['typed-enum', schemas('A: {type: integer, enum: [a]}'), 'Enum value `a` is not of type integer'],
  ['typed-enum', schemas('A: {type: integer, enum: ["null"]}'), 'Enum value `"null"` is not of type integer'],
  [
    'oas3-valid-schema-example',
    schemas('A: {type: integer, default: x}'),
    'Default must be of type integer, but is `x`',
  ],
  [
    'oas3-valid-schema-example',
    schemas('A: {properties: {a: {type: boolean}}, default: {a: "true"}, example: {a: 1}}'),
    '`a` of the default must be of type boolean, but is `"true"`',
    '`a` of the example must be of type boolean, but is 1',
  ],
  ['license-url', schemas(''), 'Info object has no URL of a licence'],
  [
    'oas3-unused-component',
    schemas(`A: {}, ${base("'#/components/schemas/A'")}`),
    `\`A\` ${mapped}`,
    '`B` is not used',
  ],
  ['oas3-unused-component', schemas(`A: {}, ${base('A')}`), `\`A\` ${mapped}`, '`B` is not used'],
  [
    'oas3-unused-component',
    schemas(`A: {}, ${base("'#/components/schemas/AA'")}`),
    '`A` is not used',
    '`B` is not used',
  ],
])('%s, of %s', async (rule, text, ...messages) => {
  const rules = await load(`extends: [[spectral:oas, off]]\nrules: {${rule}: true}`)
  const issues = evaluate(parseDocument(text, 'yaml'), { rules }).filter((issue) => issue.rule.id === rule)
  expect(issues.map(({ message }) => message)).toEqual(messages)
})
