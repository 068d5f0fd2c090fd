import { z } from 'zod'
import { ParseError } from '../../core/document/parse-error.ts'
import { parseShallow } from '../../core/document/parse-shallow.ts'
import { type GovError, usageError } from '../../core/model/errors.ts'
import type { SourceDocument } from '../../core/model/source-document.ts'
import { suggest } from '../../core/text/suggest.ts'

/** One record of a workspace, checked. Throws a GovError (usage) that names the file, the line and the key. */
export function readRecord<Schema extends z.ZodType>(
  schema: Schema,
  text: string,
  file: string,
): z.infer<Schema> {
  const document = parse(text, file)
  const result = schema.safeParse(document.value)
  if (result.success) return result.data
  throw recordError(schema, result.error, document, file)
}

function parse(text: string, file: string): SourceDocument {
  try {
    return parseShallow(text, 'yaml')
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    const message = `${file}:${error.line}:${error.column}: ${error.reason}`
    throw usageError('workspace-unreadable', message, 'Fix the YAML there.', error)
  }
}

/** A key that should not be there is reported first: it is often the misspelling of one that is missing. */
function recordError(
  schema: z.ZodType,
  { issues }: z.ZodError,
  { locate }: SourceDocument,
  file: string,
): GovError {
  const stray = issues.find((issue) => issue.code === 'unrecognized_keys')
  const path = stray ? [...stray.path, ...stray.keys.slice(0, 1)] : (issues[0]?.path ?? [])
  const key = path.length === 0 ? 'the record' : path.join('.')
  const { start_line } = locate(path.map((part) => (typeof part === 'symbol' ? String(part) : part)))
  const reason = stray ? 'no such key here' : describeRecordIssue(issues[0])
  const hint = stray ? strayHint(key, schema) : `Fix ${key}. Quote a string that looks like a number.`
  return usageError('workspace-record-invalid', `${file}:${start_line}: ${key}: ${reason}`, hint)
}

function strayHint(key: string, schema: z.ZodType): string {
  const meant = suggest(key, listSchemaKeys(schema))
  return meant === undefined ? `Remove ${key}.` : `Remove ${key}, or rename it to ${meant}.`
}

function listSchemaKeys(schema: unknown): string[] {
  if (schema instanceof z.ZodDiscriminatedUnion) return schema.options.flatMap(listSchemaKeys)
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

function describeRecordIssue(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code !== 'invalid_type') return issue?.message ?? 'it is not valid'
  return issue.message.endsWith('received undefined') ? `missing, expected ${issue.expected}` : issue.message
}
