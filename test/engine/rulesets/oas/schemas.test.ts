import { describe, expect, it } from 'vitest'
import {
  inEveryVersion,
  placesOf,
  type Row,
  version2,
  version30,
  version31,
  version32,
} from './oas-places.ts'

const schema = (text: string) => `components: {schemas: {S: ${text}}}`
const at = 'components|schemas|S'
const inS30 = (text: string) => version30(schema(text))
const refs = `components: {schemas: {Used: {}, Orphan: {}, Own: {x: {$ref: '#/components/schemas/Own'}},
  Deep: {y: {}}}, headers: {H: {}}, securitySchemes: {s: {}}}
x-refs: [{$ref: '#/components/schemas/Used'}, {$ref: '#/components/schemas/Deep/y'}]`

const ofEvery = inEveryVersion([
  ['array-items', schema('{type: array}'), at],
  ['array-items', schema('{type: array, items: null}'), `${at}|items`],
  ['array-items', schema('{type: array, items: {}}')],
  ['array-items', schema("{properties: {a: {type: array, $ref: '#/x'}}}"), `${at}|properties|a`],
  ['duplicated-entry-in-enum', schema('{enum: [1, 2, 1]}'), `${at}|enum`],
  ['duplicated-entry-in-enum', schema('{enum: [{a: 1}, {a: 1}]}'), `${at}|enum`],
  ['duplicated-entry-in-enum', schema("{enum: [1, '1']}")],
  ['duplicated-entry-in-enum', schema('{properties: {enum: [1, 1]}}')],
  ['typed-enum', schema('{type: string, enum: [a, 1, null]}'), `${at}|enum|1`, `${at}|enum|2`],
  ['typed-enum', schema('{type: [string, integer], enum: [a, 1]}')],
  ['typed-enum', schema('{enum: [a, 1]}')],
  ['no-eval-in-markdown', 'info: {title: "eval(1)", description: evil}', 'info|title'],
  ['no-eval-in-markdown', 'info: {title: evaluate (1)}'],
  ['no-script-tags-in-markdown', 'info: {description: "a <script>"}', 'info|description'],
  ['no-script-tags-in-markdown', 'info: {description: a script, summary: <script>}'],
])

const ofSome: Row[] = [
  ['array-items', version30(schema("{type: [array, 'null']}"))],
  ['array-items', version31(schema("{type: [array, 'null']}")), at],
  ['typed-enum', version30(schema('{type: string, nullable: true, enum: [null]}'))],
  ['typed-enum', version31(schema('{type: string, nullable: true, enum: [null]}')), `${at}|enum|0`],
  ['typed-enum', version2(schema('{type: string, x-nullable: true, enum: [null]}'))],
  ['no-$ref-siblings', version30("x: {$ref: '#/y', description: d, z: 1}"), 'x|description', 'x|z'],
  ['no-$ref-siblings', version2("x: [{$ref: '#/y', z: 1}]"), 'x|0|z'],
  ['no-$ref-siblings', version30("x: {$ref: '#/y'}")],
  ['no-$ref-siblings', inS30('{properties: {$ref: {type: string}, z: {type: string}}}')],
  ['no-$ref-siblings', inS30("{properties: {$ref: {$ref: '#/y', z: 1}}}"), `${at}|properties|$ref|z`],
  ['no-$ref-siblings', inS30("{example: {$ref: '#/y', z: 1}, default: {a: {$ref: '#/y', z: 1}}}")],
  ['no-$ref-siblings', inS30("{enum: [{$ref: '#/y', z: 1}]}")],
  ['no-$ref-siblings', inS30("{properties: {example: {$ref: '#/y', z: 1}}}"), `${at}|properties|example|z`],
  ['no-$ref-siblings', inS30("{x-a: {$ref: '#/y', z: 1}, items: {x-b: [{$ref: '#/y', z: 1}]}}")],
  ['no-$ref-siblings', inS30("{properties: {x-a: {$ref: '#/y', z: 1}}}"), `${at}|properties|x-a|z`],
  ['no-$ref-siblings', inS30('{$ref: 3, z: 1}')],
  [
    'no-$ref-siblings',
    version30("components: {examples: {E: {value: {$ref: '#/y', z: 1}}, F: {$ref: '#/y', z: 1}}}"),
    'components|examples|F|z',
  ],
  ['no-$ref-siblings', version31("x: {$ref: '#/y', description: d}")],
  ['oas2-anyOf', version2('definitions: {A: {anyOf: []}}'), 'definitions|A|anyOf'],
  ['oas2-anyOf', version30('components: {schemas: {A: {anyOf: []}}}')],
  ['oas2-anyOf', version2('definitions: {A: {allOf: []}}')],
  ['oas2-oneOf', version2('definitions: {A: {oneOf: []}}'), 'definitions|A|oneOf'],
  ['oas2-oneOf', version2('definitions: {A: {}}')],
  ['oas2-discriminator', version2('definitions: {A: {discriminator: k}}'), 'definitions|A', 'definitions|A'],
  [
    'oas2-discriminator',
    version2('definitions: {A: {discriminator: k, properties: {k: {}}, required: [l]}}'),
    'definitions|A|required',
  ],
  [
    'oas2-discriminator',
    version2('definitions: {A: {discriminator: k, properties: {k: {}}, required: [k]}}'),
  ],
  [
    'oas2-unused-definition',
    version2("definitions: {A: {}, B: {}}\nx: {$ref: '#/definitions/A'}"),
    'definitions|B',
  ],
  ['oas2-unused-definition', version2("definitions: {'a/b': {}}\nx: {$ref: '#/definitions/a~1b'}")],
  [
    'oas3-unused-component',
    version30(refs),
    ...['Orphan', 'Own', 'Deep'].map((name) => `components|schemas|${name}`),
    'components|headers|H',
  ],
  [
    'oas3-unused-component',
    version31(
      "components: {schemas: {A: {$ref: '#/components/schemas/B'}, B: {$ref: '#/components/schemas/A'}}}",
    ),
  ],
  ['oas3_2-no-deprecated-xml-attribute', version32(schema('{xml: {attribute: true}}')), `${at}|xml`],
  ['oas3_2-no-deprecated-xml-attribute', version32(schema('{xml: {attribute: false}}'))],
  ['oas3_2-no-deprecated-xml-attribute', version31(schema('{xml: {attribute: true}}'))],
]

describe('rules of schemas and components', () => {
  it.each([...ofEvery, ...ofSome])('%s: %s', async (rule, text, ...places) => {
    expect(await placesOf(rule, text)).toEqual(places)
  })
})
