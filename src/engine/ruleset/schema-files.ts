import { parseShallow } from '../../core/document/parse-shallow.ts'
import type { Path } from '../../core/model/location.ts'
import { isRecord } from '../../core/model/record.ts'
import { readMessage } from '../../core/model/system-error.ts'
import { isUrl, readOrFetch, type Sources } from './extends.ts'
import type { RulesetText } from './ruleset-text.ts'

type FileSchema = Readonly<Record<string, unknown>>
type SchemaReading = Pick<Sources, 'read' | 'fetch'>

/** Deep enough that no `../` of a ruleset leads above it. */
const base = `https://schema.invalid/${'-/'.repeat(20)}`

/** The text with the files in it that the schemas of `functionOptions` refer to, read as `extends` reads them. */
export async function withSchemaFiles(text: RulesetText, reading: SchemaReading): Promise<RulesetText> {
  const schemas = findSchemas(text.value, []).filter(({ schema }) => fileReferences(schema).length > 0)
  if (schemas.length === 0) return text
  const bundled = new Map<unknown, unknown>()
  for (const { schema, path } of schemas) bundled.set(schema, await withFiles(schema, path, text, reading))
  return { ...text, value: replaced(text.value, bundled) }
}

interface FoundSchema {
  readonly schema: FileSchema
  readonly path: Path
}

function findSchemas(value: unknown, path: Path): readonly FoundSchema[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) =>
    key === 'functionOptions' && isRecord(each) && isRecord(each.schema)
      ? [{ schema: each.schema, path: [...path, key, 'schema'] }]
      : findSchemas(each, [...path, key]),
  )
}

function replaced(value: unknown, made: ReadonlyMap<unknown, unknown>): unknown {
  if (made.has(value)) return made.get(value)
  if (Array.isArray(value)) return value.map((each) => replaced(each, made))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaced(each, made)]))
}

async function withFiles(
  schema: FileSchema,
  path: Path,
  { name, report }: RulesetText,
  reading: SchemaReading,
): Promise<unknown> {
  if (Object.hasOwn(schema, '$id') || Object.hasOwn(schema, 'id')) return schema
  const found = new Map<string, unknown>()
  const pending = [{ schema: schema as unknown, from: name, at: base }]
  for (const { schema: part, from, at } of pending) {
    for (const file of fileReferences(part)) {
      const { href } = new URL(file, at)
      if (found.has(href)) continue
      found.set(href, true)
      try {
        const read = await readOrFetch(decodeURI(file), from, reading)
        const { value } = parseShallow(read.text, /\.json$/i.test(read.name) ? 'json' : 'yaml')
        found.set(href, isRecord(value) ? { ...value, $id: href } : value)
        pending.push({ schema: value, from: read.name, at: href })
      } catch (error) {
        report([...path, '$ref'], `"${file}" cannot be read: ${readMessage(error)}`)
      }
    }
  }
  return { ...schema, $id: base, $defs: { ...Object(schema.$defs), ...Object.fromEntries(found) } }
}

/** The files that the `$ref`s of a schema name. */
function fileReferences(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = isRecord(schema) && typeof schema.$ref === 'string' ? [schema.$ref.replace(/#.*$/, '')] : []
  const files = own.filter((file) => file !== '' && !isUrl(file))
  return [...new Set([...files, ...Object.values(schema).flatMap(fileReferences)])]
}
