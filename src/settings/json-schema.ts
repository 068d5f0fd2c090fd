/** The JSON Schema of the config, for editors. `docs/config.schema.json` is made from it. */
import { z } from 'zod'
import { isRecord } from '../core/model/record.ts'
import { $schema, configKeys, profiles, version } from './check-config.ts'
import { knownKeys } from './check-value.ts'
import type { Row } from './row.ts'
import { groupHints, table } from './table.ts'

type SettingSchema = Readonly<Record<string, unknown>>
type Described = Pick<Row<unknown>, 'schema' | 'hint' | 'inner'>

/**
 * Draft 7, which every editor reads. It accepts whatever the program accepts; what depends on more than one value, or
 * on the rest of the world, is for `gov config validate`. Profiles refer to the definitions of the whole.
 */
export function configJsonSchema(): object {
  const settings = groupSchema('')
  const references = Object.fromEntries(
    Object.keys(settings).map((key) => [key, { $ref: `#/definitions/${key}` }]),
  )
  const profile = mapping(profiles.hint, references)
  const properties = {
    version: valueSchema(version),
    ...references,
    profiles: { ...valueSchema(profiles), additionalProperties: profile },
    $schema: valueSchema($schema),
  }
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'gov config',
    ...mapping(groupHints[''] ?? '', properties),
    required: ['version'],
    definitions: settings,
  }
}

function groupSchema(group: string): SettingSchema {
  const groups = knownKeys(configKeys)
  const keys = (groups.get(group) ?? []).map((key) => {
    const name = group === '' ? key : `${group}.${key}`
    const hint = groupHints[name]
    if (groups.has(name) && hint !== undefined) return [key, mapping(hint, groupSchema(name))]
    const setting = configKeys.find((configKey) => configKey === name)
    return [key, setting ? valueSchema(table[setting]) : {}]
  })
  return Object.fromEntries(keys)
}

function mapping(description: string, properties: SettingSchema): SettingSchema {
  return { type: 'object', description, properties, additionalProperties: false }
}

function valueSchema({ schema, hint, inner = {} }: Described): SettingSchema {
  const made: SettingSchema = z.toJSONSchema(schema(), { io: 'input', target: 'draft-7' })
  const { $schema: _, ...value } = structuredClone(made)
  return described(value, '', { '': hint, ...inner })
}

/** Each value with what to write there: an editor shows it beside the key. */
function described(
  schema: SettingSchema,
  pattern: string,
  hints: Readonly<Record<string, string>>,
): SettingSchema {
  const { properties, items, additionalProperties } = schema
  const hint = hints[pattern]
  const inner = {
    ...schema,
    ...(hint !== undefined && { description: hint }),
    ...(isRecord(properties) && { properties: describedEach(properties, pattern, hints) }),
    ...(isRecord(items) && { items: described(items, `${pattern}[]`, hints) }),
    ...(isRecord(additionalProperties) && {
      additionalProperties: described(additionalProperties, `${pattern}*`, hints),
    }),
  }
  return isRecord(properties) && hints[`${pattern}.file`] !== undefined ? orFileName(inner) : inner
}

function describedEach(
  properties: SettingSchema,
  pattern: string,
  hints: Readonly<Record<string, string>>,
): SettingSchema {
  const entries = Object.entries(properties).map(([key, value]) => [
    key,
    isRecord(value) ? described(value, `${pattern}.${key}`, hints) : value,
  ])
  return Object.fromEntries(entries)
}

/** A definition may be written as the name of its file alone. */
function orFileName({ description, ...mappingSchema }: SettingSchema): SettingSchema {
  const { properties } = mappingSchema
  const file = isRecord(properties) ? properties.file : undefined
  return { description, anyOf: [file, mappingSchema] }
}
