import { z } from 'zod'
import type { Path } from '../../core/model/location.ts'
import { once } from '../../core/model/once.ts'
import { isObject, isRecord } from '../../core/model/record.ts'
import type { ParserOptions, RuleFormat } from '../rule.ts'
import { type Alias, readAliases } from './aliases.ts'
import { describeTooMany, most } from './bounds.ts'
import { type Extension, readExtends } from './extends.ts'
import { readFormats } from './formats.ts'
import { readFields } from './read-with.ts'
import type { ReportProblem, RulesetText } from './ruleset-text.ts'
import { readSeverity, severityForms } from './severity.ts'

/** The content of one file. Its rules are still unread: their aliases may be inherited. */
export interface RulesetParts {
  readonly extensions: readonly Extension[]
  readonly rules: Readonly<Record<string, unknown>>
  readonly aliases: ReadonlyMap<string, Alias>
  readonly formats: readonly RuleFormat[] | undefined
  readonly documentationUrl: string | undefined
  readonly functions: readonly FunctionName[]
  readonly parserOptions: ParserOptions | undefined
  readonly overrides: readonly OverrideEntry[]
}

/** An entry of `overrides`, unread, or one of `except` as such. */
interface OverrideEntry {
  readonly value: unknown
  readonly path: Path
}

const severity = () =>
  z.unknown().transform((value, context) => {
    const found = readSeverity(value)
    if (found === undefined)
      context.addIssue({ code: 'custom', message: `must be a severity: ${severityForms}` })
    return found
  })

export const rulesetKeySchemas = once(() => ({
  extends: z.unknown(),
  rules: z.record(z.string(), z.unknown()),
  aliases: z.record(z.string(), z.unknown()),
  functions: z.array(z.unknown()),
  functionsDir: z.string(),
  formats: z.unknown(),
  documentationUrl: z.string(),
  description: z.string(),
  parserOptions: z.strictObject({
    duplicateKeys: severity().optional(),
    incompatibleValues: severity().optional(),
  }),
  overrides: z.array(z.unknown()).min(1, { error: 'must not be empty' }),
  except: z.record(z.string(), z.array(z.string())),
}))

/** A key of this name is data like any other, but nothing that reads a mapping keeps it. */
const lostKey = '__proto__'

function reportLostKey(value: Readonly<Record<string, unknown>>, key: string, report: ReportProblem): void {
  const inner = value[key]
  if (isRecord(inner) && Object.hasOwn(inner, lostKey)) report([key, lostKey], 'cannot be used as a name')
}

/** Whether something is too much to be read. */
function reportTooMany(value: Readonly<Record<string, unknown>>, report: ReportProblem): boolean {
  const tooMany = (['rules', 'aliases', 'overrides'] as const).filter((key) => {
    const members = value[key]
    const count = isObject(members) ? Object.keys(members).length : 0
    if (count > most[key]) report([key], describeTooMany(count, key))
    return count > most[key]
  })
  return tooMany.length > 0
}

function isRuleset(value: Readonly<Record<string, unknown>>): boolean {
  return ['rules', 'extends', 'overrides'].some((key) => Object.hasOwn(value, key))
}

/** A document that a ruleset is for, passed in its place. */
export function isApiDocument(value: unknown): boolean {
  if (!isRecord(value) || isRuleset(value)) return false
  return ['openapi', 'swagger', 'asyncapi', 'arazzo'].some((key) => Object.hasOwn(value, key))
}

/** Reads the top level of a ruleset, and reports what is wrong with it; undefined when nothing can be used. */
export function readRuleset({ value, report }: RulesetText): RulesetParts | undefined {
  if (!isRecord(value)) {
    report([], 'a ruleset is a mapping with "rules", "extends" or both')
    return undefined
  }
  if (isApiDocument(value)) {
    report([], 'this is an API definition, not a ruleset')
    return undefined
  }
  for (const key of ['rules', 'aliases']) reportLostKey(value, key, report)
  if (reportTooMany(value, report)) return undefined
  const found = readFields(rulesetKeySchemas(), value, [], report)
  if (!isRuleset(value)) report([], 'a ruleset needs "rules", "extends" or both')
  return {
    extensions: found.extends === undefined ? [] : readExtends(found.extends, report),
    rules: found.rules ?? {},
    aliases: readAliases(found.aliases ?? {}, report),
    formats: found.formats === undefined ? undefined : readFormats(found.formats, ['formats'], report),
    documentationUrl: found.documentationUrl,
    functions: readFunctionNames(found.functions ?? [], found.functionsDir, report),
    parserOptions: found.parserOptions,
    overrides: [
      ...(found.overrides ?? []).map((value, index) => ({ value, path: ['overrides', index] })),
      ...readExcept(found.except ?? {}),
    ],
  }
}

/** The keys that its overrides are written under: `overrides`, `except` or both. */
export function listOverrideKeys({ overrides }: RulesetParts): ReadonlySet<string> {
  return new Set(overrides.map(({ path }) => String(path[0])))
}

/** `except` is what overrides were before: the rules that are off in a file, or at a place in it or, as `#/a`, in any file. */
function readExcept(except: Readonly<Record<string, readonly string[]>>): OverrideEntry[] {
  return Object.entries(except).map(([file, ids]) => ({
    value: { files: [file.replace(/^#/, '**#')], rules: Object.fromEntries(ids.map((id) => [id, 'off'])) },
    path: ['except', file],
  }))
}

/** A function that a ruleset brings along, and the file that exports it, relative to the ruleset's folder. */
export interface FunctionName {
  readonly name: string
  readonly file: string
  /** The JSON Schema of its options; undefined: the function's own. */
  readonly options: unknown
}

/** Reads `functions`: names of files in `functionsDir`, each alone or in a pair with a schema of its options. */
function readFunctionNames(
  entries: readonly unknown[],
  folder = 'functions',
  report: ReportProblem,
): readonly FunctionName[] {
  return entries.flatMap((entry, index) => {
    const [path, options] = Array.isArray(entry) ? entry : [entry]
    if (typeof path === 'string' && path !== '')
      return [
        { name: path.slice(path.lastIndexOf('/') + 1), file: resolveRulesetFile(folder, path), options },
      ]
    report(
      ['functions', index],
      'must be the name of a file without its ending, or a pair of one and a JSON Schema',
    )
    return []
  })
}

function resolveRulesetFile(folder: string, path: string): string {
  const from = /^(?:\.{0,2}\/|[a-z]:)/i.test(folder) ? folder : `./${folder}`
  return `${from.replace(/\/$/, '')}/${path}.js`
}
