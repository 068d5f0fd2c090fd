import { z } from 'zod'
import type { Path } from '../../core/model/location.ts'
import { suggest } from '../../core/text/suggest.ts'
import { JsonPathError } from '../jsonpath/cursor.ts'
import { joinSome, print, printList } from '../print.ts'
import type { ReportProblem } from './ruleset-text.ts'

/** Parses `value`, which stands at `path`, and reports each thing that is wrong with it. */
export function readValue<Value>(
  schema: z.ZodType<Value>,
  value: unknown,
  path: Path,
  report: ReportProblem,
): Value | undefined {
  return parseValue(schema, value, path, report)?.value
}

export function parseValue<Value>(
  schema: z.ZodType<Value>,
  value: unknown,
  path: Path,
  report: ReportProblem,
): { readonly value: Value } | undefined {
  const knownKeys = new Map<string, readonly string[]>()
  const result = schema.safeParse(value, {
    error: (issue) => {
      if (issue.code === 'unrecognized_keys' && issue.inst instanceof z.ZodObject) {
        knownKeys.set((issue.path ?? []).join('.'), Object.keys(issue.inst.shape))
      }
      return describeIssue(issue)
    },
  })
  if (result.success) return { value: result.data }
  for (const issue of result.error.issues) {
    const at = [...path, ...issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key))]
    if (issue.code !== 'unrecognized_keys') report(at, issue.message)
    else {
      const known = knownKeys.get(issue.path.join('.')) ?? []
      for (const key of issue.keys) report([...at, key], describeUnknownName('key', key, known))
    }
  }
  return undefined
}

/**
 * Reads an expression by `read`; undefined, after that has been reported, for one that is not a
 * JSONPath.
 */
export function readExpression<Value>(
  text: string,
  path: Path,
  report: ReportProblem,
  read: (text: string) => Value,
): Value | undefined {
  try {
    return read(text)
  } catch (error) {
    if (!(error instanceof JsonPathError)) throw error
    report(path, `"${text}" is not a JSONPath: ${error.message}`)
    return undefined
  }
}

type FieldSchemas = Readonly<Record<string, z.ZodType>>

/** Reads each key of a mapping by itself, so that one that is wrong does not hide what is wrong with the others. */
export function readFields<Fields extends FieldSchemas>(
  fields: Fields,
  value: Readonly<Record<string, unknown>>,
  path: Path,
  report: ReportProblem,
): { readonly [Key in keyof Fields]?: z.output<Fields[Key]> | undefined } {
  const found: { [Key in keyof Fields]?: z.output<Fields[Key]> | undefined } = {}
  for (const key of Object.keys(value)) {
    if (key.startsWith('x-')) continue
    if (!Object.hasOwn(fields, key))
      report([...path, key], describeUnknownName('key', key, Object.keys(fields)))
  }
  for (const [key, schema] of listTypedEntries(fields)) {
    if (!Object.hasOwn(value, key)) continue
    const member = value[String(key)]
    found[key] = fitsAsIs(schema, member) ? member : readValue(schema, member, [...path, String(key)], report)
  }
  return found
}

/** Whether a schema asks for no more than a type that the value has: most fields of a rule, of which a ruleset has hundreds. */
function fitsAsIs<Value>({ def }: z.ZodType<Value>, value: unknown): value is Value {
  if (def.checks?.length || 'format' in def) return false
  return def.type === 'unknown' || (['string', 'boolean'].includes(def.type) && def.type === typeof value)
}

function listTypedEntries<Fields extends FieldSchemas>(
  fields: Fields,
): [keyof Fields, z.ZodType<z.output<Fields[keyof Fields]>>][] {
  return Object.entries(fields) as [keyof Fields, z.ZodType<z.output<Fields[keyof Fields]>>][]
}

/** The reason for refusing a name: what it may be, and which of those was most likely meant. */
export function describeUnknownName(kind: string, name: string, known: readonly string[]): string {
  const meant = suggest(name, known)
  const choices = known.length === 0 ? 'there are none' : `known: ${joinSome(known, mostListed)}`
  return `unknown ${kind} "${name}"${meant === undefined ? ` (${choices})` : `; did you mean "${meant}"?`}`
}

const mostListed = 10

function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') {
    const wanted = `must be ${chooseArticle(issue.expected)}`
    return issue.input === undefined
      ? `is required, and ${wanted}`
      : `${wanted}, but is ${print(issue.input)}`
  }
  if (issue.code === 'invalid_value')
    return `must be one of ${printList(issue.values)}, but is ${print(issue.input)}`
  return undefined
}

function chooseArticle(type: string): string {
  const name =
    type === 'record' ? 'mapping' : type === 'array' ? 'list' : type === 'object' ? 'mapping' : type
  return /^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`
}
