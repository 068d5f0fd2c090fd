import { z } from 'zod'

/** A schema as TypeScript, with its descriptions as comments. `names`: of schemas that have a declaration of their own. */
export function printedType(schema: z.core.SomeType, names: ReadonlyMap<unknown, string>): string {
  const print = (part: z.core.SomeType): string => names.get(part) ?? printedType(part, names)
  if (schema instanceof z.ZodObject) return `{\n${fieldsOf(schema, print)}}`
  if (schema instanceof z.ZodUnion) return schema.options.map(print).join(' | ')
  if (schema instanceof z.ZodIntersection)
    return [schema.def.left, schema.def.right].map(print).map(grouped).join(' & ')
  if (schema instanceof z.ZodArray) return `readonly ${grouped(print(schema.element))}[]`
  if (schema instanceof z.ZodRecord) {
    const record = `Record<${print(schema.keyType)}, ${print(schema.valueType)}>`
    return schema.keyType instanceof z.ZodString ? `Readonly<${record}>` : `Readonly<Partial<${record}>>`
  }
  if (schema instanceof z.ZodEnum) return literals(schema.options)
  if (schema instanceof z.ZodLiteral) return literals([...schema.values])
  if (schema instanceof z.ZodString) return 'string'
  if (schema instanceof z.ZodNumber) return 'number'
  if (schema instanceof z.ZodBoolean) return 'boolean'
  throw new Error(`no type is printed of ${schema._zod.def.type}`)
}

function fieldsOf(schema: z.ZodObject, print: (part: z.core.SomeType) => string): string {
  const fields = Object.entries(schema.shape).map(([key, field]) => {
    const isOptional = field instanceof z.ZodOptional
    const [mark, also] = isOptional ? ['?', ' | undefined'] : ['', '']
    const type = print(isOptional ? field.unwrap() : field) + also
    return `${commentOf(field)}readonly ${key}${mark}: ${type};\n`
  })
  return fields.join('').replaceAll(/^(?=.)/gm, '    ')
}

/** A part with a declaration of its own has its comment there. */
function commentOf(schema: z.core.$ZodType): string {
  const { description, id } = z.globalRegistry.get(schema) ?? {}
  return description === undefined || id !== undefined ? '' : `/** ${description} */\n`
}

function literals(values: readonly unknown[]): string {
  return values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value))).join(' | ')
}

function grouped(type: string): string {
  const isUnion = type.startsWith('{') ? /^\} \| /m.test(type) : type.includes(' | ')
  return isUnion ? `(${type})` : type
}
