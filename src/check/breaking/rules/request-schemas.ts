import { schemaRows } from './rows.ts'

const { error, warning } = schemaRows('request', 'Requests that were valid are now refused.')

/** Rules about requests. The examples are schemas. */
export const requestSchemaRules = [
  error('type-changed', 'Requests have another type or format', 'type: string', 'type: integer'),
  error('null-refused', 'Requests may no longer contain null', 'type: [string, "null"]', 'type: string'),
  warning(
    'null-unclear',
    'Requests no longer have nullable, which some readers of 3.1 go by',
    'type: string\nnullable: true',
    'type: string',
    {
      why: '3.1 does not have the keyword, and clients that go by it still send null.',
      fix: 'Write what is meant: type: [string, "null"].',
    },
  ),
  error(
    'enum-added',
    'Requests are restricted to a list of values',
    'type: string',
    'type: string\nenum: [a, b]',
  ),
  error('enum-narrowed', 'A value of requests was removed', 'enum: [a, b]', 'enum: [a]'),
  error('const-changed', 'Requests must have another value', 'const: a', 'const: b'),
  error(
    'limit-tightened',
    'A limit of requests is tighter',
    'type: string\nmaxLength: 10',
    'type: string\nmaxLength: 5',
  ),
  warning('limit-added', 'Requests have a new limit', 'type: integer', 'type: integer\nmaximum: 100'),
  error('pattern-added', 'Requests have a new pattern', 'type: string', 'type: string\npattern: ^a+$'),
  warning(
    'pattern-changed',
    'Requests have another pattern: which one allows more is not known',
    'type: string\npattern: ^a+$',
    'type: string\npattern: ^b+$',
  ),
  error(
    'property-added',
    'Requests need a new property',
    'type: object',
    'type: object\nrequired: [name]\nproperties: {name: {}}',
  ),
  error(
    'property-became-required',
    'A property of requests became required',
    'properties: {name: {}}',
    'required: [name]\nproperties: {name: {}}',
  ),
  warning(
    'property-removed',
    'A property of requests was removed',
    'properties: {name: {}, age: {}}',
    'properties: {name: {}}',
  ),
  error(
    'property-refused',
    'A property of requests was removed, and others are refused',
    'additionalProperties: false\nproperties: {name: {}, age: {}}',
    'additionalProperties: false\nproperties: {name: {}}',
  ),
  error(
    'additional-properties-refused',
    'Requests may no longer contain other properties',
    'type: object',
    'type: object\nadditionalProperties: false',
  ),
  warning(
    'property-became-read-only',
    'A property of requests became readOnly',
    'properties: {name: {}, age: {}}',
    'properties: {name: {}, age: {readOnly: true}}',
    { why: 'Clients that send it are refused, or what they send is ignored.' },
  ),
  error(
    'default-changed',
    'The default of a property of requests changed',
    'properties: {limit: {default: 20}}',
    'properties: {limit: {default: 50}}',
    { why: 'Clients that leave it out get something else than before.', fix: 'Restore the default.' },
  ),
  warning(
    'default-added',
    'A property of requests has a default that it did not have',
    'properties: {limit: {}}',
    'properties: {limit: {default: 50}}',
    {
      why: 'Clients that leave it out get something else than before, unless the API did that all along.',
      fix: 'Waive it if the default is only written down now, or remove it.',
    },
  ),
  error(
    'alternative-removed',
    'An alternative of requests was removed',
    'oneOf: [{type: string, maxLength: 9}, {type: integer, maximum: 9}]',
    'oneOf: [{type: string, maxLength: 9}, {type: boolean, title: yes or no}, {type: array}]',
  ),
  error(
    'alternatives-overlap',
    'What clients send is in more than one alternative of a oneOf',
    'required: [a, b]\nproperties: {a: {}, b: {}}',
    'oneOf: [{required: [a], properties: {a: {}, b: {}}}, {required: [b], properties: {a: {}, b: {}}}]',
  ),
  warning(
    'alternatives-exclusive',
    'Alternatives of a oneOf of requests are new or take more, and are not seen to exclude each other',
    'anyOf: [{required: [a], properties: {a: {}, b: {}}}, {required: [b], properties: {a: {}, b: {}}}]',
    'oneOf: [{required: [a], properties: {a: {}, b: {}}}, {required: [b], properties: {a: {}, b: {}}}]',
  ),
  error(
    'discriminator-changed',
    'Requests need another discriminator, or one of its values is no longer accepted',
    'discriminator: {propertyName: kind, mapping: {cat: Cat, dog: Dog}}',
    'discriminator: {propertyName: kind, mapping: {cat: Cat}}',
  ),
  error(
    'constraint-changed',
    'A constraint on requests changed',
    'type: array',
    'type: array\ncontains: {type: string}',
  ),
  error(
    'encoding-changed',
    'How a value in requests is encoded changed',
    'type: string\ncontentEncoding: base64',
    'type: string\ncontentEncoding: base32',
  ),
]
