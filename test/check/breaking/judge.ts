import { Ajv2020 } from 'ajv/dist/2020.js'
import { type Drawn, judged, type Schema } from './random-schemas.ts'

const ajv = new Ajv2020({ strict: false, logger: false })

/** Whether a value that was valid is refused, or one that could not be sent can be. Ajv says which values are valid. */
export function breaksBy(drawn: Drawn): readonly unknown[] {
  const { use, base, head, version, components } = drawn
  const before = compile(
    use === 'response' ? opened(base) : base,
    version,
    use === 'response' ? openedAll(components?.[0]) : components?.[0],
  )
  const after = compile(
    use === 'request' ? described(head, drawn) : head,
    version,
    use === 'request' && components
      ? Object.fromEntries(
          Object.entries(components[1]).map(([name, each]) => [name, described(each, drawn)]),
        )
      : components?.[1],
  )
  const [within, around] = use === 'request' ? [before, after] : [after, before]
  return judged.filter((value) => within(value) && !around(value))
}

function compile(schema: Schema, version = '3.1.0', schemas?: Readonly<Record<string, Schema>>) {
  const read = version.startsWith('3.0') ? withNull : (each: Schema) => each
  return ajv.compile({ allOf: [read(schema)], components: { schemas: schemas ?? {} } })
}

/** A client passes over properties that it does not know. */
function opened(schema: Schema): Schema {
  return revived(schema, ({ additionalProperties, unevaluatedProperties, ...others }) => ({
    ...others,
    ...(additionalProperties !== undefined && additionalProperties !== false && { additionalProperties }),
    ...(unevaluatedProperties !== undefined && unevaluatedProperties !== false && { unevaluatedProperties }),
  }))
}

function openedAll(schemas: Readonly<Record<string, Schema>> | undefined) {
  return schemas && Object.fromEntries(Object.entries(schemas).map(([name, each]) => [name, opened(each)]))
}

/** A type for a property that was not described breaks nothing. */
function described(schema: Schema, { base, components: [schemas] = [{}, {}] }: Drawn): Schema {
  let before = JSON.stringify(base)
  for (const [name, each] of Object.entries(schemas).toReversed())
    if (before.includes(`schemas/${name}"`)) before += JSON.stringify(each)
  if (/"additionalProperties":\{"|"unevaluatedProperties":\{"(?!.*"additionalProperties":\{\})/.test(before))
    return schema
  return revived(schema, (each) => {
    const { properties } = each as { properties?: Schema }
    if (properties === undefined || typeof properties !== 'object') return each
    const own = Object.entries(properties).map(([name, inner]) => [
      name,
      hasProperty(before, name) ? inner : {},
    ])
    return { ...each, properties: Object.fromEntries(own) as Schema }
  })
}

function hasProperty(text: string, name: string): boolean {
  if (name === 'p' ? /"(?:\^p|p\$|\.\*)":/.test(text) : text.includes('".*":')) return true
  return new RegExp(`"properties":\\{(?:"\\w+":\\{[^{}]*\\},?)*"${name}":`).test(text)
}

/** What `nullable` means beside a type, and what people mean by it beside an allOf. */
function withNull(schema: Schema): Schema {
  return revived(schema, ({ nullable, ...others }) => {
    const isListed = Array.isArray(others.enum) && !others.enum.includes(null)
    if (nullable !== true || isListed) return others
    if (others.type !== undefined) return { ...others, type: [others.type, 'null'].flat() }
    return 'allOf' in others ? { anyOf: [others, { type: 'null' }] } : others
  })
}

function revived(schema: Schema, change: (each: Schema) => Schema): Schema {
  return JSON.parse(JSON.stringify(schema), (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? change(value as Schema) : value,
  ) as Schema
}
