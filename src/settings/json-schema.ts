/** The JSON Schema of the config, for editors. `docs/config.schema.json` is made from it. */
import { z } from 'zod'
import { isRecord } from '../core/model/record.ts'
import { $schema, configKeys, profiles, version } from './check-config.ts'
import { groupKeys } from './check-value.ts'
import type { Row } from './row.ts'
import { groupHints, settingTable } from './table.ts'

type SettingSchema = Readonly<Record<string, unknown>>
type Described = Pick<Row<unknown>, 'schema' | 'hint' | 'inner'>

/** Draft 7, for every editor. It accepts whatever the program does; what depends on several values is for `gov config validate`. */
export function configJsonSchema(): object {
  const settings = groupSchema('')
  const references = Object.fromEntries(
    Object.keys(settings).map((key) => [key, { $ref: `#/definitions/${key}` }]),
  )
  const profile = createMappingSchema(profiles.hint, references)
  const properties = {
    version: createValueSchema(version),
    ...references,
    profiles: { ...createValueSchema(profiles), additionalProperties: profile },
    $schema: createValueSchema($schema),
  }
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'gov config',
    ...createMappingSchema(groupHints[''] ?? '', properties),
    required: ['version'],
    definitions: settings,
  }
}

function groupSchema(group: string): SettingSchema {
  const groups = groupKeys(configKeys)
  const keys = (groups.get(group) ?? []).map((key) => {
    const name = group === '' ? key : `${group}.${key}`
    const hint = groupHints[name]
    if (groups.has(name) && hint !== undefined) return [key, createMappingSchema(hint, groupSchema(name))]
    const setting = configKeys.find((configKey) => configKey === name)
    return [key, setting ? createValueSchema(settingTable[setting]) : {}]
  })
  return Object.fromEntries(keys)
}

function createMappingSchema(description: string, properties: SettingSchema): SettingSchema {
  return { type: 'object', description, properties, additionalProperties: false }
}

function createValueSchema({ schema, hint, inner = {} }: Described): SettingSchema {
  const made: SettingSchema = z.toJSONSchema(schema(), { io: 'input', target: 'draft-7' })
  const { $schema: _, ...value } = structuredClone(made)
  return describeSchema(value, '', { '': hint, ...inner })
}

/** Each value with what to write there: an editor shows it beside the key. */
function describeSchema(
  schema: SettingSchema,
  pattern: string,
  hints: Readonly<Record<string, string>>,
): SettingSchema {
  const { properties, items, additionalProperties } = schema
  const hint = hints[pattern]
  const inner = {
    ...schema,
    ...(hint !== undefined && { description: hint }),
    ...(isRecord(properties) && { properties: describeSchemas(properties, pattern, hints) }),
    ...(isRecord(items) && { items: describeSchema(items, `${pattern}[]`, hints) }),
    ...(isRecord(additionalProperties) && {
      additionalProperties: describeSchema(additionalProperties, `${pattern}*`, hints),
    }),
  }
  return isRecord(properties) && hints[`${pattern}.file`] !== undefined ? acceptFileName(inner) : inner
}

function describeSchemas(
  properties: SettingSchema,
  pattern: string,
  hints: Readonly<Record<string, string>>,
): SettingSchema {
  const entries = Object.entries(properties).map(([key, value]) => [
    key,
    isRecord(value) ? describeSchema(value, `${pattern}.${key}`, hints) : value,
  ])
  return Object.fromEntries(entries)
}

/** A definition may be written as the name of its file alone. */
function acceptFileName({ description, ...mappingSchema }: SettingSchema): SettingSchema {
  const { properties } = mappingSchema
  const file = isRecord(properties) ? properties.file : undefined
  return { description, anyOf: [file, mappingSchema] }
}
