import { nextMajor, schemaRows } from './rows.ts'

const [request, requestWarning] = schemaRows('request', 'Requests that were valid are now refused.')

/** Rules about requests. The examples are schemas. */
export const requestSchemaRules = [
  request('type', 'type-changed', 'Requests have another type or format', 'type: string => type: integer'),
  request(
    'type',
    'null-refused',
    'Requests may no longer contain null',
    'type: [string, "null"] => type: string',
  ),
  requestWarning(
    'type',
    'null-unclear',
    'Requests no longer have nullable, which some readers of 3.1 go by',
    'type: string\nnullable: true => type: string',
    {
      why: '3.1 does not have the keyword, and clients that go by it still send null.',
      fix: 'Write what is meant: type: [string, "null"].',
      leavesValid: true,
    },
  ),
  request(
    'values',
    'enum-added',
    'Requests are restricted to a list of values',
    'type: string => type: string\nenum: [a, b]',
  ),
  request('values', 'enum-narrowed', 'A value of requests was removed', 'enum: [a, b] => enum: [a]'),
  request('values', 'const-changed', 'Requests must have another value', 'const: a => const: b'),
  request(
    'limit',
    'limit-tightened',
    'A limit of requests is tighter',
    'type: string\nmaxLength: 10 => type: string\nmaxLength: 5',
  ),
  request(
    'limit',
    'limit-added',
    'Requests have a new limit',
    'type: integer => type: integer\nmaximum: 100',
  ),
  request(
    'pattern',
    'pattern-added',
    'Requests have a new pattern',
    'type: string => type: string\npattern: ^a+$',
  ),
  request(
    'pattern',
    'pattern-narrowed',
    'The pattern of requests no longer matches what it matched',
    'type: string\npattern: ^[a-z]+$ => type: string\npattern: ^[a-f]+$',
  ),
  requestWarning(
    'pattern',
    'pattern-changed',
    'Requests have another pattern: whether it matches all that the former one did is not known',
    'type: string\npattern: ^a+$ => type: string\npattern: ^(?!b)a+$',
    { leavesValid: false },
  ),
  request(
    'property',
    'property-added',
    'Requests need a new property',
    'type: object => type: object\nrequired: [name]\nproperties: {name: {}}',
  ),
  request(
    'required',
    'property-became-required',
    'A property of requests became required',
    'properties: {name: {}} => required: [name]\nproperties: {name: {}}',
  ),
  requestWarning(
    'property',
    'property-removed',
    'A property of requests was removed',
    'properties: {name: {}, age: {}} => properties: {name: {}}',
    { leavesValid: 'undescribed' },
  ),
  request(
    'property',
    'property-refused',
    'A property of requests was removed, and others are refused',
    'additionalProperties: false\nproperties: {name: {}, age: {}} => additionalProperties: false\nproperties: {name: {}}',
  ),
  request(
    'closed',
    'additional-properties-refused',
    'Requests may no longer contain other properties',
    'type: object => type: object\nadditionalProperties: false',
  ),
  requestWarning(
    'access',
    'property-became-read-only',
    'A property of requests became readOnly',
    'properties: {name: {}, age: {}} => properties: {name: {}, age: {readOnly: true}}',
    { why: 'Clients that send it are refused, or what they send is ignored.', leavesValid: true },
  ),
  request(
    'default',
    'default-changed',
    'The default of a property of requests changed',
    'properties: {limit: {default: 20}} => properties: {limit: {default: 50}}',
    {
      why: 'Clients that leave it out get something else than before.',
      fix: 'Restore the default.',
      leavesValid: true,
    },
  ),
  requestWarning(
    'default',
    'default-added',
    'A property of requests has a default that it did not have',
    'properties: {limit: {}} => properties: {limit: {default: 50}}',
    {
      why: 'Clients that leave it out get something else than before, unless the API did that all along.',
      fix: 'Waive it if the default is only written down now, or remove it.',
      leavesValid: true,
    },
  ),
  request(
    'alternative removed',
    'alternative-removed',
    'An alternative of requests was removed',
    'oneOf: [{type: string, maxLength: 9}, {type: integer, maximum: 9}] => oneOf: [{type: string, maxLength: 9}, {type: boolean, title: yes or no}, {type: array}]',
  ),
  request(
    'other',
    'alternatives-overlap',
    'What clients send is in more than one alternative of a oneOf',
    'required: [a, b]\nproperties: {a: {}, b: {}} => oneOf: [{required: [a], properties: {a: {}, b: {}}}, {required: [b], properties: {a: {}, b: {}}}]',
  ),
  requestWarning(
    'other',
    'alternatives-exclusive',
    'Alternatives of a oneOf of requests are new or take more, and are not seen to exclude each other',
    'anyOf: [{required: [a], properties: {a: {}}}, {required: [b], properties: {b: {}}}] => oneOf: [{required: [a], properties: {a: {}}}, {required: [b], properties: {b: {}}}]',
    { leavesValid: false },
  ),
  request(
    'other',
    'discriminator-changed',
    'Requests need another discriminator, or one of its values is no longer accepted',
    'discriminator: {propertyName: kind, mapping: {cat: Cat, dog: Dog}} => discriminator: {propertyName: kind, mapping: {cat: Cat}}',
  ),
  request(
    'other',
    'constraint-changed',
    'A constraint on requests changed',
    'type: array => type: array\ncontains: {type: string}',
  ),
  request(
    'other',
    'encoding-changed',
    'How a value in requests is encoded changed',
    'type: string\ncontentEncoding: base64 => type: string\ncontentEncoding: base32',
  ),
]

const [response, responseWarning] = schemaRows(
  'response',
  'Clients get something that the earlier version ruled out.',
)

/** Rules about responses. The examples are schemas. */
export const responseSchemaRules = [
  response('type', 'type-changed', 'Responses have another type or format', 'type: integer => type: string'),
  response('type', 'null-added', 'Responses may have null', 'type: string => type: [string, "null"]'),
  responseWarning(
    'type',
    'null-unclear',
    'Responses have nullable, which some readers of 3.1 go by',
    'type: string => type: string\nnullable: true',
    {
      why: '3.1 does not have the keyword, and APIs that go by it send null.',
      fix: 'Write what is meant: type: [string, "null"], or remove nullable.',
      leavesValid: true,
    },
  ),
  response('values', 'enum-widened', 'Responses may have a new value', 'enum: [a] => enum: [a, b]', {
    fix: `Mark the list as one that grows (x-extensible-enum) before it does, or ${nextMajor}.`,
  }),
  response(
    'values',
    'enum-removed',
    'Responses may have any value, where there was a list',
    'type: string\nenum: [a] => type: string',
  ),
  response('values', 'const-changed', 'Responses have another value', 'const: a => const: b'),
  response(
    'limit',
    'limit-loosened',
    'A limit of responses is looser',
    'type: string\nmaxLength: 5 => type: string\nmaxLength: 10',
  ),
  response(
    'pattern',
    'pattern-widened',
    'Responses may be texts that the former pattern did not match',
    'type: string\npattern: ^[a-f]+$ => type: string\npattern: ^[a-z]+$',
  ),
  responseWarning(
    'pattern',
    'pattern-changed',
    'Responses have another pattern: whether the former one matches all that it does is not known',
    'type: string\npattern: ^(?!b)a+$ => type: string\npattern: ^a+$',
    { leavesValid: false },
  ),
  response(
    'pattern',
    'pattern-removed',
    'Responses may be any text, where there was a pattern',
    'type: string\npattern: ^a+$ => type: string',
  ),
  response(
    'property',
    'property-removed',
    'A required property of responses was removed',
    'required: [name]\nproperties: {name: {}, age: {}} => properties: {age: {}}',
  ),
  responseWarning(
    'property',
    'optional-property-removed',
    'An optional property of responses was removed',
    'properties: {name: {}, age: {}} => properties: {age: {}}',
    { leavesValid: false },
  ),
  response(
    'required',
    'property-became-optional',
    'A property of responses became optional',
    'required: [name]\nproperties: {name: {}} => properties: {name: {}}',
  ),
  responseWarning(
    'default',
    'default-changed',
    'The default of a property of responses changed',
    'properties: {limit: {default: 20}} => properties: {limit: {default: 50}}',
    {
      why: 'Clients that put the default in the place of what is missing go on with the former one.',
      leavesValid: true,
    },
  ),
  response(
    'alternative added',
    'alternative-added',
    'Responses have a new alternative',
    'oneOf: [{type: string, maxLength: 9}, {type: integer, maximum: 9}] => oneOf: [{type: string, maxLength: 9}, {type: integer, maximum: 9}, {type: boolean}]',
  ),
  responseWarning(
    'other',
    'alternatives-exclusive',
    'Responses may have what was in more than one alternative of a oneOf, which ruled it out',
    'oneOf: [{required: [a], properties: {a: {}, b: {}}}, {required: [b], properties: {a: {}, b: {}}}] => oneOf: [{required: [a], properties: {a: {}, b: {}}}]',
    { leavesValid: false },
  ),
  response(
    'other',
    'discriminator-changed',
    'The discriminator of responses is another property',
    'discriminator: {propertyName: kind} => discriminator: {propertyName: type}',
  ),
  response(
    'other',
    'discriminator-widened',
    'The discriminator of responses may have a new value',
    'discriminator: {propertyName: kind, mapping: {cat: Cat}} => discriminator: {propertyName: kind, mapping: {cat: Cat, lion: Cat}}',
  ),
  response(
    'other',
    'constraint-changed',
    'Responses are no longer restricted as they were',
    'type: array\ncontains: {type: string} => type: array',
  ),
  response(
    'other',
    'encoding-changed',
    'How a value in responses is encoded changed',
    'type: string\ncontentEncoding: base64 => type: string\ncontentEncoding: base32',
  ),
]
