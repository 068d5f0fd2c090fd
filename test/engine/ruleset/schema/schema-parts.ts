/** What the JSON Schema of rulesets is put together from. */
import { z } from 'zod'

export type Schema = Readonly<Record<string, unknown>>

type Meanings = Readonly<Record<string, string>>

/** Names with what each of them means, which editors show beside it. */
export function named(meanings: Meanings): Schema {
  return { enum: Object.keys(meanings), enumDescriptions: Object.values(meanings) }
}

/** Also any other text than the names. */
export function openNamed(meanings: Meanings): Schema {
  return { anyOf: [named(meanings), { type: 'string' }] }
}

export function list(items: Schema): Schema {
  return { type: 'array', items }
}

export function oneOrList(item: Schema): Schema {
  return { anyOf: [item, { ...list(item), minItems: 1 }] }
}

export function mapping(properties: Schema, required: readonly string[] = []): Schema {
  return { type: 'object', properties, required, additionalProperties: false }
}

export function ref(name: string): Schema {
  return { $ref: `#/definitions/${name}` }
}

/** What a zod schema takes, for draft 7. */
export function schemaFromZod(schema: z.ZodType): Schema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-7',
    unrepresentable: 'any',
    override: ({
      zodSchema: {
        _zod: { def },
      },
      jsonSchema,
    }) => {
      if (def.type === 'undefined') jsonSchema.not = {}
      // Numbers may be written as texts.
      if (def.type === 'number' && 'coerce' in def && def.coerce)
        for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
    },
  })
  return made
}

/** The properties for a reader's fields: each with its meaning, and with its form where the reader takes it as it is. */
export function properties<Key extends string>(
  fields: Readonly<Record<Key, z.ZodType>>,
  meanings: Readonly<Record<NoInfer<Key>, string>>,
  forms: { readonly [Each in NoInfer<Key>]?: Schema } = {},
): Schema {
  const keys = Object.keys(fields) as Key[]
  return Object.fromEntries(
    keys.map((key) => [key, { description: meanings[key], ...(forms[key] ?? schemaFromZod(fields[key])) }]),
  )
}
