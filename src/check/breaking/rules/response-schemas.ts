import { schemaRows } from './rows.ts'

const { error, warning } = schemaRows('response', 'Clients get something that the earlier version ruled out.')

/** Rules about responses. The examples are schemas. */
export const responseSchemaRules = [
  error('type', 'type-changed', 'Responses have another type or format', 'type: integer', 'type: string'),
  error('type', 'null-added', 'Responses may have null', 'type: string', 'type: [string, "null"]'),
  warning(
    'type',
    'null-unclear',
    'Responses have nullable, which some readers of 3.1 go by',
    'type: string',
    'type: string\nnullable: true',
    {
      why: '3.1 does not have the keyword, and APIs that go by it send null.',
      fix: 'Write what is meant: type: [string, "null"], or remove nullable.',
      leavesValid: true,
    },
  ),
  warning('values', 'enum-widened', 'Responses may have a new value', 'enum: [a]', 'enum: [a, b]', {
    leavesValid: false,
  }),
  error(
    'values',
    'enum-removed',
    'Responses may have any value, where there was a list',
    'type: string\nenum: [a]',
    'type: string',
  ),
  error('values', 'const-changed', 'Responses have another value', 'const: a', 'const: b'),
  error(
    'limit',
    'limit-loosened',
    'A limit of responses is looser',
    'type: string\nmaxLength: 5',
    'type: string\nmaxLength: 10',
  ),
  warning(
    'pattern',
    'pattern-changed',
    'Responses no longer have a pattern',
    'type: string\npattern: ^a+$',
    'type: string',
    { leavesValid: false },
  ),
  error(
    'property',
    'property-removed',
    'A required property of responses was removed',
    'required: [name]\nproperties: {name: {}, age: {}}',
    'properties: {age: {}}',
  ),
  warning(
    'property',
    'optional-property-removed',
    'An optional property of responses was removed',
    'properties: {name: {}, age: {}}',
    'properties: {age: {}}',
    { leavesValid: false },
  ),
  error(
    'required',
    'property-became-optional',
    'A property of responses became optional',
    'required: [name]\nproperties: {name: {}}',
    'properties: {name: {}}',
  ),
  warning(
    'default',
    'default-changed',
    'The default of a property of responses changed',
    'properties: {limit: {default: 20}}',
    'properties: {limit: {default: 50}}',
    {
      why: 'Clients that put the default in the place of what is missing go on with the former one.',
      leavesValid: true,
    },
  ),
  error(
    'alternative added',
    'alternative-added',
    'Responses have a new alternative',
    'oneOf: [{type: string, maxLength: 9}, {type: integer, maximum: 9}]',
    'oneOf: [{type: string, maxLength: 9}, {type: integer, maximum: 9}, {type: boolean}]',
  ),
  warning(
    'other',
    'alternatives-exclusive',
    'Responses may have what was in more than one alternative of a oneOf, which ruled it out',
    'oneOf: [{required: [a], properties: {a: {}, b: {}}}, {required: [b], properties: {a: {}, b: {}}}]',
    'oneOf: [{required: [a], properties: {a: {}, b: {}}}]',
    { leavesValid: false },
  ),
  error(
    'other',
    'discriminator-changed',
    'The discriminator of responses is another property',
    'discriminator: {propertyName: kind}',
    'discriminator: {propertyName: type}',
  ),
  warning(
    'other',
    'discriminator-widened',
    'The discriminator of responses may have a new value',
    'discriminator: {propertyName: kind, mapping: {cat: Cat}}',
    'discriminator: {propertyName: kind, mapping: {cat: Cat, lion: Cat}}',
    { leavesValid: false },
  ),
  error(
    'other',
    'constraint-changed',
    'Responses are no longer restricted as they were',
    'type: array\ncontains: {type: string}',
    'type: array',
  ),
  error(
    'other',
    'encoding-changed',
    'How a value in responses is encoded changed',
    'type: string\ncontentEncoding: base64',
    'type: string\ncontentEncoding: base32',
  ),
]
