import type { Path } from '../../model/location.ts'
import { isRecord } from '../../model/record.ts'

/**
 * What may stand at a place: JSON Schema, of which `properties`, `items`, `enum`, `const`, the combiners and
 * `description` are used. `meanings` has a sentence for each value of `enum`.
 */
export type Schema = Readonly<Record<string, unknown>>

/** The schema for a place whose schema depends on what is written elsewhere; undefined where it does not. */
export type Special = (path: Path) => Schema | undefined

/** The alternatives for what stands at `path`, each without combiners. */
export function schemasAt(root: Schema, path: Path, special: Special = () => undefined): readonly Schema[] {
  let found = alternatives(root, root)
  for (const [index, step] of path.entries()) {
    const chosen = special(path.slice(0, index + 1))
    const next = chosen ? [chosen] : found.flatMap((schema) => below(schema, step))
    found = next.flatMap((schema) => alternatives(schema, root))
  }
  return found
}

function below(schema: Schema, step: string | number): readonly Schema[] {
  const { properties, additionalProperties, items, prefixItems } = schema
  const own = isRecord(properties) && Object.hasOwn(properties, step) ? properties[step] : undefined
  if (isRecord(own)) return [own]
  // A list that is being typed is not one yet.
  const item = Array.isArray(prefixItems) && typeof step === 'number' ? prefixItems[step] : items
  if (typeof step === 'number') return isRecord(item) ? [item] : []
  return isRecord(additionalProperties) ? [additionalProperties] : []
}

const deepest = 20

function alternatives(schema: Schema, root: Schema, depth = 0): readonly Schema[] {
  if (depth > deepest) return []
  const { $ref, anyOf, oneOf, allOf, description } = schema
  if (typeof $ref === 'string') {
    const target = lookUp(root, $ref)
    return target === undefined ? [] : alternatives(target, root, depth + 1)
  }
  const parts = [anyOf, oneOf, allOf].flatMap((each) => (Array.isArray(each) ? each : []))
  if (parts.length === 0) return [schema]
  // What is said of all of them is said of each.
  return parts
    .filter(isRecord)
    .flatMap((part) =>
      alternatives({ ...part, description: part.description || description }, root, depth + 1),
    )
}

function lookUp(root: Schema, reference: string): Schema | undefined {
  let found: unknown = root
  for (const step of reference.split('/').slice(1)) found = isRecord(found) ? found[step] : undefined
  return isRecord(found) ? found : undefined
}

/** A value that a schema allows by name, and what it means. */
export interface NamedValue {
  readonly value: string | number | boolean
  readonly meaning?: string | undefined
}

export function valuesOf(schemas: readonly Schema[]): readonly NamedValue[] {
  return schemas.flatMap((schema) => {
    const { type, enum: choices, const: only, meanings } = schema
    const values: readonly unknown[] = Array.isArray(choices)
      ? choices
      : only !== undefined
        ? [only]
        : type === 'boolean'
          ? [true, false]
          : []
    return values.filter(isName).map((value) => {
      const meaning = isRecord(meanings) ? meanings[String(value)] : undefined
      return { value, ...(typeof meaning === 'string' && { meaning }) }
    })
  })
}

function isName(value: unknown): value is NamedValue['value'] {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

/** The keys that mappings here may have, with the schemas of their values. */
export function propertiesOf(schemas: readonly Schema[]): ReadonlyMap<string, Schema> {
  const found = new Map<string, Schema>()
  for (const { properties } of schemas) {
    for (const [key, schema] of Object.entries(isRecord(properties) ? properties : {}))
      if (isRecord(schema) && !found.has(key)) found.set(key, schema)
  }
  return found
}

/** What lists here may hold. */
export function itemsOf(schemas: readonly Schema[]): readonly Schema[] {
  return schemas.flatMap(({ items }) => (isRecord(items) ? [items] : []))
}

export function descriptionOf(schemas: readonly Schema[]): string | undefined {
  const texts = schemas.flatMap(({ description }) => (typeof description === 'string' ? description : []))
  return texts.find((text) => text !== '')
}
