import { describe, expect, it } from 'vitest'
import { placesOf, type Row, version2, version30, version31, version32 } from './oas-places.ts'

const response = (text: string) => `components: {responses: {R: {content: {a/b: {${text}}}}}}`
const media = 'components|responses|R|content|a/b'
const schema = (text: string) => `components: {schemas: {S: ${text}}}`
const at = 'components|schemas|S'
const ofMedia = 'oas3-valid-media-example'
const ofSchemas = 'oas3-valid-schema-example'
const point = '{type: object, required: [x, y], properties: {x: {type: integer}}}'

const external: Row[] = [
  [
    'oas3-examples-value-or-externalValue',
    version30('components: {examples: {a: {}, b: {value: 1, externalValue: u}, c: {value: null}}}'),
    'components|examples|a',
    'components|examples|b',
  ],
  [
    'oas3-examples-value-or-externalValue',
    version31('paths: {/a: {get: {responses: {"200": {content: {a/b: {examples: {e: {summary: s}}}}}}}}}'),
    'paths|/a|get|responses|200|content|a/b|examples|e',
  ],
  ['oas3-examples-value-or-externalValue', version30('components: {schemas: {S: {examples: {a: {}}}}}')],
  [
    'oas3-examples-value-or-externalValue',
    version32(
      'components: {examples: {a: {dataValue: 1}, b: {serializedValue: x}, c: {dataValue: 1, serializedValue: "1"}, d: {dataValue: 1, externalValue: u}}}',
    ),
  ],
  [
    'oas3-examples-value-or-externalValue',
    version32(
      'components: {examples: {a: {value: 1, dataValue: 1}, b: {value: x, serializedValue: x}, c: {serializedValue: x, externalValue: u}, d: {}}}',
    ),
    ...['a', 'b', 'c', 'd'].map((name) => `components|examples|${name}`),
  ],
]

const both =
  '{type: object, required: [id, name, pw], properties: {id: {readOnly: true}, name: {}, pw: {writeOnly: true}}}'
const oneWay = (example: string) => {
  const media = `content: {a/b: {schema: {$ref: "#/components/schemas/S"}, example: ${example}}}`
  const never = `content: {a/b: {schema: {not: {required: [id], properties: {id: {readOnly: true}}}}, example: ${example}}}`
  return version30(`paths: {/a: {post: {requestBody: {${media}}, responses: {"200": {${media}}}, callbacks: {c: {x: {post: {requestBody: {${media}}}}}}}}}
components: {requestBodies: {R: {${media}}, N: {${never}}}, responses: {R: {${media}}}, schemas: {S: ${both}}}`)
}
const [inRequest, inResponse, inCallback] = [
  'paths|/a|post|requestBody|content|a/b|example',
  'paths|/a|post|responses|200|content|a/b|example',
  'paths|/a|post|callbacks|c|x|post|requestBody|content|a/b|example',
]
const [sharedRequest, sharedResponse] = ['requestBodies', 'responses'].map(
  (kind) => `components|${kind}|R|content|a/b|example`,
)

/** Which properties may be left out, by the direction: found by the reference. */
const examplesOneWay: Row[] = [
  [ofMedia, oneWay('{id: i, name: n, pw: p}'), 'components|requestBodies|N|content|a/b|example'],
  [ofMedia, oneWay('{name: n}'), inRequest, inResponse, inCallback, `${sharedRequest}`, `${sharedResponse}`],
  [
    ofMedia,
    oneWay('{id: i, name: n}'),
    inRequest,
    inCallback,
    `${sharedRequest}`,
    'components|requestBodies|N|content|a/b|example',
  ],
  [ofMedia, oneWay('{name: n, pw: p}'), inResponse, inCallback, `${sharedResponse}`],
  [
    ofMedia,
    `${oneWay('{name: n, pw: p}').replace('[id, name, pw]', '{$ref: "#/x-names"}')}\nx-names: [id, name, pw]`,
    inResponse,
    inCallback,
    `${sharedResponse}`,
  ],
]

const examplesOfMedia: Row[] = [
  [ofMedia, version30(response('schema: {type: integer}, example: x')), `${media}|example`],
  [ofMedia, version30(response('schema: {type: integer}, example: null')), `${media}|example`],
  [ofMedia, version30(response('schema: {type: integer}, example: 1'))],
  [ofMedia, version30(response('schema: {type: integer, nullable: true}, example: null'))],
  [
    ofMedia,
    version31(response('schema: {type: integer, nullable: true}, example: null')),
    `${media}|example`,
  ],
  [
    ofMedia,
    version32(response('schema: {type: [integer], nullable: true}, example: null')),
    `${media}|example`,
  ],
  [ofMedia, version31(response("schema: {type: [integer, 'null'], nullable: false}, example: null"))],
  [ofMedia, version31(response('schema: {nullable: true}, example: null'))],
  [
    ofMedia,
    version31(response('schema: {properties: {a: {type: integer, nullable: true}}}, example: {a: null}')),
    `${media}|example|a`,
  ],
  [ofMedia, version30(response(`schema: ${point}, example: {x: a, y: 1}`)), `${media}|example|x`],
  [ofMedia, version30(response(`schema: ${point}, example: {x: a}`)), `${media}|example`],
  [
    ofMedia,
    version30(
      response(
        'schema: {type: integer}, examples: {a: {value: x}, b: {value: 1}, c: {externalValue: u}, d: {}}',
      ),
    ),
    `${media}|examples|a|value`,
    `${media}|examples|d`,
  ],
  [ofMedia, version30(response('schema: {type: integer}, example: 1, examples: {a: {value: x}}'))],
  [
    ofMedia,
    version32(
      response(
        'schema: {type: integer}, examples: {a: {dataValue: x}, b: {dataValue: 1}, c: {serializedValue: x}, d: {dataValue: x, serializedValue: x}}',
      ),
    ),
    `${media}|examples|a|dataValue`,
    `${media}|examples|d|dataValue`,
  ],
  [
    ofMedia,
    version30(response('schema: {anyOf: [{type: integer}, {type: boolean}]}, example: x')),
    ...Array.from({ length: 3 }, () => `${media}|example`),
  ],
  [
    ofMedia,
    version30(
      'components: {headers: {H: {schema: {type: integer}, example: x}}}\nparameters: {P: {schema: {type: integer}, example: x}}',
    ),
    'components|headers|H|example',
    'parameters|P|example',
  ],
  [
    ofMedia,
    version30(
      `${response("schema: {$ref: '#/x-s'}, examples: {e: {$ref: '#/x-e'}}")}\nx-s: {type: integer}\nx-e: {value: x}`,
    ),
    'x-e|value',
  ],
]

/** The places of Spectral's issues for an example, from the example on: one that has several is named for each. */
const branches = (
  [
    ['{anyOf: [{type: integer}, {properties: {a: {type: string}}}]}', '{a: 1}', '', '', '|a'],
    [
      '{properties: {p: {anyOf: [{type: integer}, {properties: {a: {type: string}}}]}}}',
      '{p: {a: 1}}',
      '|p|a',
    ],
    [
      '{anyOf: [{type: integer}, {properties: {a: {enum: [x]}}}, {properties: {b: {type: string}}}]}',
      '{a: 1, b: 1}',
      '',
      '',
      '|b',
    ],
    ['{anyOf: [{enum: [1]}, {enum: [2]}, {type: boolean}]}', 'x', '', '', ''],
    ['{anyOf: [{enum: [1]}, {enum: [2]}]}', 'x', '', ''],
    ['{anyOf: [{type: string, enum: [y]}, {type: boolean}]}', '3', '', '', '', ''],
    ['{anyOf: [{type: string, minLength: 2, enum: [y]}, {type: boolean}]}', '3', '', '', ''],
    ['{type: object, anyOf: [{required: [b]}]}', 'x', ''],
    ['{oneOf: [{type: object, anyOf: [{type: array}]}, {type: boolean}]}', 'x', '', '', '', '', ''],
    ['{oneOf: [{type: string}, {type: integer}, {type: number}, {type: boolean}]}', '1', '', ''],
    ['{anyOf: [{type: object, nullable: true}, {type: object}]}', '1', '', ''],
    [
      '{properties: {l: {anyOf: [{type: integer}, {items: {type: integer}}]}}}',
      '{l: [x]}',
      '|l',
      '|l',
      '|l|0',
    ],
  ] as const
).map(
  ([schema, example, ...places]): Row => [
    ofMedia,
    version30(response(`schema: ${schema}, example: ${example}`)),
    ...places.map((place) => `${media}|example${place}`),
  ],
)

/** Schemas that cannot be used. */
const faults: Row[] = [
  [ofMedia, version30(response('schema: {type: foo}, example: x')), `${media}|example`],
  [ofMedia, version30(response('schema: {nullable: true}, example: x')), `${media}|example`],
  [ofMedia, version31(response("schema: {pattern: '['}, example: 1")), `${media}|example`],
  [ofMedia, version30(response('schema: {required: []}, example: x')), `${media}|example`],
  [ofMedia, version31(response('schema: {required: []}, example: x'))],
  [
    ofMedia,
    version30(
      response('schema: {title: 3, type: integer}, examples: {a: {value: 1}, b: {value: 2}, c: {value: x}}'),
    ),
    `${media}|examples|a|value`,
    `${media}|examples|c|value`,
  ],
  [
    ofMedia,
    version30(response('schema: {nullable: true}, examples: {a: {value: 1}, b: {value: 2}}')),
    `${media}|examples|a|value`,
    `${media}|examples|b|value`,
  ],
  [ofMedia, version30(response("schema: {type: integer, items: {$ref: '#/nowhere'}}, example: x"))],
  [
    ofSchemas,
    version30(schema("{type: object, properties: {s: {$ref: '#/components/schemas/S'}}, example: {s: 3}}")),
  ],
]

const examplesOfSchemas: Row[] = [
  [ofSchemas, version30(schema('{type: integer, example: x, default: y}')), `${at}|example`, `${at}|default`],
  [ofSchemas, version31(schema('{type: [integer, "null"], example: null, examples: [x]}'))],
  [
    ofSchemas,
    version30(`${schema("{type: string, enum: {$ref: '#/x-l'}, example: a, default: c}")}\nx-l: [a]`),
    `${at}|default`,
  ],
  [
    ofSchemas,
    version30(`${schema("{type: object, required: {$ref: '#/x-l'}, example: {b: 1}}")}\nx-l: [a]`),
    `${at}|example`,
  ],
  [
    ofSchemas,
    version30(schema('{type: object, properties: {a: {type: integer, example: x}}}')),
    `${at}|properties|a|example`,
  ],
  [ofSchemas, version30(schema('{type: object, properties: {example: {type: integer}, type: {}}}'))],
  [ofSchemas, version30(schema('{minimum: 3, example: 1}'))],
  [ofSchemas, version30(schema('{type: integer, x-example: x, example: 1}'))],
  [
    ofSchemas,
    version30(schema('{type: integer, minimum: 1, exclusiveMinimum: true, example: 1}')),
    `${at}|example`,
  ],
  [ofSchemas, version31(schema('{type: integer, exclusiveMinimum: 1, example: 1}')), `${at}|example`],
  [
    ofSchemas,
    version31(schema('{type: array, prefixItems: [{type: integer}], example: [x]}')),
    `${at}|example|0`,
  ],
  [
    ofSchemas,
    version31(schema('{type: object, unevaluatedProperties: false, example: {a: 1}}')),
    `${at}|example`,
  ],
  [ofSchemas, version30(schema('{type: string, format: date, example: today}')), `${at}|example`],
]

const inVersion2: Row[] = [
  [
    'oas2-valid-schema-example',
    version2('definitions: {S: {type: integer, example: x}}'),
    'definitions|S|example',
  ],
  [
    'oas2-valid-schema-example',
    version2('definitions: {S: {type: integer, x-nullable: true, example: null}}'),
  ],
  [
    'oas2-valid-schema-example',
    version2('parameters: {P: {in: query, required: true, type: integer, default: x}}'),
    'parameters|P|default',
  ],
  [
    'oas2-valid-schema-example',
    version2('parameters: {P: {in: query, required: true, type: integer, default: 1}}'),
  ],
  [
    'oas2-valid-schema-example',
    version2('definitions: {S: {type: integer, x-example: x, default: y}}'),
    'definitions|S|x-example',
    'definitions|S|default',
  ],
  [
    'oas2-valid-media-example',
    version2('responses: {R: {schema: {type: integer}, examples: {a/b: x, c/d: 1}}}'),
    'responses|R|examples|a/b',
  ],
  ['oas2-valid-media-example', version2('responses: {R: {schema: {type: integer}, example: x}}')],
]

describe('rules of examples', () => {
  it.each([
    ...external,
    ...examplesOfMedia,
    ...examplesOneWay,
    ...branches,
    ...faults,
    ...examplesOfSchemas,
    ...inVersion2,
  ])('%s: %s', async (rule, text, ...places) => {
    expect(await placesOf(rule, text)).toEqual(places)
  })

  it('reads a schema once, however many examples lead to it', async () => {
    const depth = 40
    const link = (level: number) =>
      `S${level}: {type: object, properties: {a: {$ref: '#/components/schemas/S${level + 1}'}, b: {$ref: '#/components/schemas/S${level + 1}'}}}`
    const links = Array.from({ length: depth }, (_, level) => link(level)).join(', ')
    const text = `components: {schemas: {${links}, S${depth}: {type: integer}},
  headers: {H: {schema: {$ref: '#/components/schemas/S0'}, example: {a: {b: {a: 3}}}}}}`
    expect(await placesOf(ofMedia, version30(text))).toEqual(['components|headers|H|example|a|b|a'])
  })
})
