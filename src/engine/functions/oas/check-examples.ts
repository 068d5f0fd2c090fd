import { additionalOperations } from '../../../core/model/api-part.ts'
import type { Path } from '../../../core/model/location.ts'
import { isRecord } from '../../../core/model/record.ts'
import type { Direction, SchemaObject } from '../../json-schema/check.ts'
import {
  createDocumentSchemas,
  type DocumentSchema,
  type ReadSchema,
} from '../../json-schema/document-schemas.ts'
import { dropRedundant } from '../../json-schema/schema-error.ts'
import { detectFormats } from '../../openapi/formats.ts'
import { capitalize } from '../../print.ts'
import type { FunctionContext, FunctionResult } from '../../rule.ts'
import { loadOfficialSchema } from './official-schema.ts'

interface ExampleOptions {
  /** The target's kind: a schema, a media type (also a header or parameter), or a response of version 2. */
  readonly target: 'schema' | 'media' | 'response'
  /** Also the list `examples` of a schema, which Spectral does not look at. */
  readonly hasList?: boolean | undefined
}

/** A value, and the keys that lead to it from the target. */
interface MediaExample {
  readonly value: unknown
  readonly below: Path
}

/**
 * The examples of a target are valid against its schema: `example` and `default` of a schema, in version 2 also its `x-example`; `example`, or else the
 * `value`s (`dataValue`s in 3.2) in `examples`, of a media type; the `examples` of a response. The first keyword that fails is reported.
 * That the schema is not valid itself is reported with its first example, that it cannot be compiled with each; one
 * with a `$ref` that leads in a circle or nowhere is not checked.
 */
export function checkExamples(
  target: unknown,
  { target: kind, hasList = false }: ExampleOptions,
  context: FunctionContext,
): readonly FunctionResult[] {
  if (!isRecord(target)) return []
  const listed = hasList ? listItems({ value: context.view(target.examples), below: ['examples'] }) : []
  const own = listed.map(({ value, below }) => ({ value: context.view(value), below }))
  const examples = [...listExamples(target, kind, context), ...own]
  const check = (schema: unknown, all: readonly MediaExample[]) => {
    if (!isRecord(schema) || all.length === 0) return []
    const known = createSchemaReader(context)(schema)
    const leftOut = kind === 'schema' ? undefined : findIgnoredDirection(context)
    return all.flatMap((example, index) => validate(example, { ...known, leftOut }, index === 0, context))
  }
  const items = kind === 'media' ? examples.flatMap(listItems) : []
  return [
    ...check(kind === 'schema' ? target : context.view(target.schema), examples),
    ...check(context.view(target.itemSchema), items),
  ]
}

/** The items of a list, such as the example of a stream. */
function listItems({ value, below }: MediaExample): MediaExample[] {
  return Array.isArray(value) ? value.map((item, index) => ({ value: item, below: [...below, index] })) : []
}

/** Decided by the path, as in Spectral: callbacks, webhooks and parts of other files are neither. */
function findIgnoredDirection({ path, root }: FunctionContext): Direction | undefined {
  const [first, second, third, fourth] = path
  const inPaths = first === 'paths' && (third === additionalOperations ? path[4] : fourth)
  if (inPaths === 'requestBody' || (first === 'components' && second === 'requestBodies')) return 'readOnly'
  const isShared = detectFormats(root).has('oas2')
    ? first === 'responses'
    : first === 'components' && second === 'responses'
  return inPaths === 'responses' || isShared ? 'writeOnly' : undefined
}

function listExamples(
  target: Readonly<Record<string, unknown>>,
  kind: ExampleOptions['target'],
  { view, root }: FunctionContext,
): readonly MediaExample[] {
  const under = (key: string): MediaExample[] =>
    target[key] === undefined ? [] : [{ value: view(target[key]), below: [key] }]
  if (kind === 'schema') {
    const extended = detectFormats(root).has('oas2') ? under('x-example') : []
    return [...under('example'), ...extended, ...under('default')]
  }
  if (kind === 'media' && target.example !== undefined) return under('example')
  const examples = view(target.examples)
  if (typeof examples !== 'object' || examples === null) return []
  return Object.entries(examples).flatMap(([key, written]) => {
    const below = ['examples', Array.isArray(examples) ? Number(key) : key]
    const value = view(written)
    if (kind === 'response') return [{ value, below }]
    if (!isRecord(value)) return []
    if (value.dataValue !== undefined)
      return [{ value: view(value.dataValue), below: [...below, 'dataValue'] }]
    if ('externalValue' in value || 'serializedValue' in value) return []
    return [{ value: view(value.value), below: [...below, 'value'] }]
  })
}

function validate(
  { value, below }: MediaExample,
  { invalid, compiled, leftOut }: DocumentSchema & { readonly leftOut: Direction | undefined },
  isFirst: boolean,
  context: FunctionContext,
): FunctionResult[] {
  const path = () => [...context.path, ...below]
  const unchecked = (why: string) => [
    { message: `Example cannot be checked, its schema is at fault: ${why}`, path: path() },
  ]
  if (value === undefined) return [{ message: `Example \`${below[1]}\` has no value`, path: path() }]
  if (invalid !== undefined && isFirst) return unchecked(invalid)
  if (compiled === 'unresolved') return []
  if ('fault' in compiled) return unchecked(compiled.fault)
  const errors = compiled.validate(value, { deref: context.view, everyBranch: true, leftOut })
  return dropRedundant(errors).map((error) => ({
    message: `${printPlace(error.path, below[0] === 'default' ? 'default' : 'example')} ${error.message}`,
    path: [...path(), ...error.path],
  }))
}

function printPlace(path: Path, noun: string): string {
  return path.length === 0 ? capitalize(noun) : `\`${path.join('.')}\` of the ${noun}`
}

/** Keyed by the view of the document, which differs from evaluation to evaluation. */
const known = new WeakMap<FunctionContext['view'], ReadSchema>()

function createSchemaReader({ view, root, rule }: FunctionContext): ReadSchema {
  const before = known.get(view)
  if (before) return before
  const formats = detectFormats(root)
  const version = formats.has('oas2') ? 2 : formats.has('oas3.0') ? 3 : 3.1
  const metaschema = loadOfficialSchema(version === 3.1 ? 'draft2020' : 'draft4')
  const compile = createDocumentSchemas({ view, metaschema, version, isLenient: rule.engine === 'vacuum' })
  const schemas: ReadSchema = version === 2 ? (schema) => compile(dropRequiredFlag(schema)) : compile
  known.set(view, schemas)
  return schemas
}

/** In version 2 a parameter is its own schema, and its `required` is a boolean. */
function dropRequiredFlag(schema: SchemaObject): SchemaObject {
  if (typeof schema.required !== 'boolean') return schema
  const { required: _, ...rest } = schema
  return rest
}
