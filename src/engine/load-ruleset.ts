/**
 * Ruleset text to rules. 1. The text is parsed and its top level read. 2. What it extends is loaded the same way,
 * in order. 3. Its `rules` change or add to what was inherited. 4. Its `overrides` are read the same way, on top of
 * that; as in Spectral, those of what it extends are not used. 5. The rules that are on become the ruleset.
 * Problems are collected on the way and thrown together at the end.
 */

import { parseShallow } from '../core/document/parse-named.ts'
import type { EngineName } from '../core/model/engine-name.ts'
import { GovError } from '../core/model/errors.ts'
import { readMessage } from '../core/model/file-fault.ts'
import type { Path } from '../core/model/location.ts'
import { findValues, isRecord } from '../core/model/record.ts'
import { isUrl, parseUrl } from '../core/text/url.ts'
import { loadFunctions } from './functions/load-functions.ts'
import {
  addFunctions,
  type CodeLoading,
  findNestedSource,
  isCodeName,
  parseCode,
} from './javascript/code-text.ts'
import type { CodeLimits } from './javascript/machine.ts'
import { filePart } from './openapi/pointer.ts'
import type { Exception, ParserOptions, Rule, Ruleset } from './rule.ts'
import type { Alias } from './ruleset/aliases.ts'
import type { Builtins, StoredRuleset } from './ruleset/builtins.ts'
import {
  type Extension,
  isBuiltinName,
  type Mode,
  openExtension,
  type RulesetSources,
  readOrFetch,
} from './ruleset/extends.ts'
import { mergeRules } from './ruleset/merge-rules.ts'
import type { Extend, Override } from './ruleset/overrides.ts'
import { finishRule, isOn, moveFaults, type ParsedRule } from './ruleset/parsed-rule.ts'
import { listOverrideKeys, readRuleset } from './ruleset/read-ruleset.ts'
import {
  RulesetError,
  type RulesetFetcher,
  type RulesetProblem,
  type RulesetReader,
  type RulesetSource,
} from './ruleset/ruleset-source.ts'
import {
  createProblem,
  parseBuiltin,
  parseRuleset,
  type ReportProblem,
  type RulesetText,
} from './ruleset/ruleset-text.ts'
import { builtinRulesets, foreignRulesets, listBuiltinRulesets } from './rulesets/index.ts'
import { restoreRules } from './rulesets/stored-rules.ts'

export interface LoadOptions extends CodeLimits {
  readonly read: RulesetReader
  /** Absolute: where rulesets and definitions are whose names are not absolute. */
  readonly folder?: string | undefined
  /** Reads the URLs that rulesets extend. Absent: none may be. */
  readonly fetch?: RulesetFetcher | undefined
  /** Default: the rulesets that come with the engine. */
  readonly builtins?: Builtins | undefined
  /** `refuse`: a ruleset with JavaScript in it cannot be used. */
  readonly functions?: 'allow' | 'refuse' | undefined
  /** The ruleset's engine. With vacuum, constructs that vacuum understands differently are problems. */
  readonly engine?: EngineName | undefined
}

/**
 * Reads a ruleset and all that it extends. `rules` is empty only if the ruleset says so: it defines none, or turns
 * every one off. Throws RulesetError with every problem that was found.
 */
export async function loadRuleset(source: RulesetSource, options: LoadOptions): Promise<Ruleset> {
  return toRuleset(await loadDrafts(source, options), options.engine)
}

export async function toRuleset(loaded: ParsedRules, engine?: EngineName): Promise<Ruleset> {
  const ruleset = await finishRuleset(loaded)
  if (engine !== 'vacuum') return ruleset
  return (await import('./functions/vacuum/differences.ts')).toVacuumRuleset(ruleset)
}

/** The code of overrides, which most rulesets do without. */
const loadOverrideCode = () => import('./ruleset/overrides.ts')

async function finishRuleset({ rules, overrides, parserOptions }: ParsedRules): Promise<Ruleset> {
  const whole = { rules: finish(rules), parserOptions, ...(rules.size === 0 && { isEmpty: true }) }
  if (overrides.length === 0) return whole
  const { createOverrideUse, findOverride } = await loadOverrideCode()
  return {
    ...whole,
    overrides: overrides.map(createOverrideUse),
    forFile: (name) => {
      const found = findOverride(name, { rules, parserOptions }, overrides)
      const [all, offElsewhere] = turnOnAtPlaces(found.rules, found.exceptions)
      return { ...found, rules: finish(all), offElsewhere }
    },
  }
}

/** A rule that is off in a file runs if an exception has it on: the rules with those on, and their ids. */
function turnOnAtPlaces(
  rules: ParsedRules['rules'],
  exceptions: readonly Exception[],
): readonly [ParsedRules['rules'], ReadonlySet<string>] {
  const severities = exceptions.flatMap((exception) => [...exception.severities])
  const on = new Set(severities.flatMap(([id, severity]) => (severity === 'off' ? [] : [id])))
  const placed = [...rules].filter(([id, rule]) => on.has(id) && !isOn(rule))
  const turnedOn = placed.map(([id, rule]) => [id, { ...rule, enabled: true, off: false }] as const)
  return [new Map([...rules, ...turnedOn]), new Set(placed.map(([id]) => id))]
}

/**
 * Loads every rule that the ruleset and its bases know, also those that are off. Throws RulesetError with
 * every problem that was found.
 */
export async function loadDrafts(source: RulesetSource, options: LoadOptions): Promise<ParsedRules> {
  const { drafts, problems } = await readDrafts(source, options)
  if (problems.length > 0) throw new RulesetError(problems)
  return drafts
}

/** Loads the rules with the problems beside them, as far as a ruleset that cannot be used can be read. */
export async function readDrafts(
  source: RulesetSource,
  { engine, builtins = listBuiltinRulesets(engine), ...options }: LoadOptions,
): Promise<{ readonly drafts: ParsedRules; readonly problems: readonly RulesetProblem[] }> {
  const problems: RulesetProblem[] = []
  const [loaded, opened] = [new Map<string, Loaded>(), new Set<string>()]
  const loading: Loading = { ...options, engine, builtins, problems, loaded, opened }
  const drafts = await load(source, undefined, [], loading)
  // An override may turn on what is off.
  for (const { faults, dormantFaults } of drafts.rules.values())
    for (const report of drafts.overrides.length > 0 ? [...dormantFaults, ...faults] : faults) report()
  return { drafts, problems: sortProblems(problems) }
}

export interface ParsedRules {
  readonly rules: ReadonlyMap<string, ParsedRule>
  /** Direct extensions only. */
  readonly extensions: readonly Extension[]
  readonly overrides: readonly Override[]
  /** Its aliases, also inherited ones. */
  readonly aliases: ReadonlyMap<string, Alias>
  /** The own ones: those of what it extends do not count. */
  readonly parserOptions?: ParserOptions | undefined
  readonly locate: RulesetText['locate']
}

/** A rule without formats is for the formats of the others, if nothing that is inherited is for OpenAPI. */
function finish(rules: ReadonlyMap<string, ParsedRule>): Rule[] {
  const finished = [...rules.values()].filter(isOn).flatMap(finishRule)
  if (!inheritsOnlyForeign(rules)) return finished
  return finished.map((rule) => ({ ...rule, formats: rule.formats ?? [] }))
}

function inheritsOnlyForeign(rules: ReadonlyMap<string, ParsedRule>): boolean {
  const owners = new Set([...rules.values()].map(({ owner }) => owner))
  const hasAny = (names: ReadonlyMap<string, unknown>) => [...names.keys()].some((name) => owners.has(name))
  return hasAny(foreignRulesets) && !hasAny(builtinRulesets)
}

interface Loading extends RulesetSources, CodeLoading {
  readonly engine: EngineName | undefined
  readonly folder?: string | undefined
  readonly loaded: Map<string, Loaded>
}

interface Loaded extends ParsedRules {
  /** False: something of it could not be read. */
  readonly complete: boolean
  /** Rules that could not be read, which has been reported. */
  readonly broken: ReadonlySet<string>
}

const nothing: Loaded = {
  rules: new Map(),
  aliases: new Map(),
  extensions: [],
  overrides: [],
  locate: () => ({ start_line: 1, start_char: 1, end_line: 1, end_char: 1 }),
  complete: false,
  broken: new Set(),
}

async function load(
  source: RulesetSource | StoredRuleset,
  mode: Mode | undefined,
  from: readonly string[],
  loading: Loading,
): Promise<Loaded> {
  const read =
    loading.loaded.get(source.name) ??
    ('stored' in source
      ? { ...nothing, ...restoreRules(source.stored), complete: true }
      : await readRules(source, from, loading))
  loading.loaded.set(source.name, read)
  return mode ? { ...read, rules: applyMode(mode, read.rules) } : read
}

async function readRules(source: RulesetSource, from: readonly string[], loading: Loading): Promise<Loaded> {
  const whole = source.isBuiltin ? parseBuiltin(source, loading) : await readWhole(source, loading)
  const parts = whole && readRuleset(whole)
  if (!parts) return nothing
  if (loading.engine === 'vacuum' && !isBuiltinName(source.name, loading.builtins)) {
    const { findUnportable } = await import('./ruleset/portability.ts')
    for (const { path, reason, isAccepted } of findUnportable(whole.value))
      if (!isAccepted) whole.report(path, reason)
  }
  const text = await addEngineFunctions(await addFunctions(whole, parts.functions, loading))
  const chain = [...from, source.name]
  const inherited = await loadExtensions(parts.extensions, chain, text.report, loading)
  const { builtins } = loading
  const base = { ...inherited, builtins, aliases: new Map([...inherited.aliases, ...parts.aliases]) }
  const merged = mergeRules(text, parts, base)
  const lost = Object.keys(parts.rules).filter((id) => !merged.has(id))
  const broken = new Set([...inherited.broken, ...lost])
  const extend: Extend = (extensions, report) => loadExtensions(extensions, chain, report, loading)
  const { locate } = text
  const isExtended = from.length > 0
  for (const key of isExtended ? listOverrideKeys(parts) : []) {
    const reason = `${from[0]} extends this ruleset, whose "${key}" has no effect there, as in Spectral`
    loading.warn?.(createProblem(source.name, [], locate([key]), reason))
  }
  const own = { ...base, rules: merged, broken }
  const hasOverrides = !isExtended && parts.overrides.length > 0
  const overrides = hasOverrides
    ? await (await loadOverrideCode()).loadOverrides(text, parts, own, extend, loading.folder)
    : []
  const { extensions, parserOptions } = parts
  return { ...own, extensions, parserOptions, locate, overrides }
}

/** The engine's functions that the rules name, which the ruleset's own replace. */
async function addEngineFunctions(text: RulesetText): Promise<RulesetText> {
  const own = text.functions ?? new Map()
  const named = findValues(text.value, ({ path }) => path.at(-1) === 'function')
  const names = named.flatMap(({ value }) => (typeof value === 'string' && !own.has(value) ? [value] : []))
  return { ...text, functions: new Map([...own, ...(await loadFunctions(names)), ...own]) }
}

async function readWhole(source: RulesetSource, loading: Loading): Promise<RulesetText | undefined> {
  const parsed = isCodeName(source.name) ? await parseCode(source, loading) : parseRuleset(source, loading)
  return parsed && bundleSchemaFiles(parsed, loading)
}

async function loadExtensions(
  extensions: readonly Extension[],
  from: readonly string[],
  report: ReportProblem,
  loading: Loading,
): Promise<Omit<Loaded, 'extensions' | 'locate' | 'overrides'>> {
  const rules = new Map<string, ParsedRule>()
  const aliases = new Map<string, Alias>()
  const broken = new Set<string>()
  let complete = true
  for (const extension of extensions) {
    const { reference, path } = extension
    const source =
      findNestedSource(reference, from.at(-1) ?? '') ??
      (await openExtension(extension, from, report, loading).catch((error: unknown) =>
        reportUnread(error, reference, path, report),
      ))
    const loaded = source ? await load(source, extension.mode, from, loading) : nothing
    for (const [id, rule] of loaded.rules) rules.set(id, rule)
    for (const [name, alias] of loaded.aliases) aliases.set(name, alias)
    for (const id of loaded.broken) broken.add(id)
    complete &&= loaded.complete
  }
  return { rules, aliases, complete, broken }
}

/** Throws the error if no change of the ruleset fixes it, as where a URL cannot be fetched. */
function reportUnread(error: unknown, file: string, path: Path, report: ReportProblem): undefined {
  if (error instanceof GovError && error.kind !== 'usage') throw error
  report(path, `"${file}" cannot be read: ${readMessage(error)}`)
}

function applyMode(mode: Mode, rules: ReadonlyMap<string, ParsedRule>): ReadonlyMap<string, ParsedRule> {
  const isEnabled = (rule: ParsedRule): boolean =>
    mode === 'all' || (mode === 'recommended' && rule.recommended)
  return new Map([...rules].map(([id, rule]) => [id, moveFaults({ ...rule, enabled: isEnabled(rule) })]))
}

/** Each problem once, also of a file that is reached twice, in the order in which a reader of the files meets them. */
function sortProblems(problems: readonly RulesetProblem[]): RulesetProblem[] {
  const files = [...new Set(problems.map(({ file }) => file))]
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()].sort(
    (a, b) => files.indexOf(a.file) - files.indexOf(b.file) || a.line - b.line || a.column - b.column,
  )
}

type FileSchema = Readonly<Record<string, unknown>>
type SchemaReading = Pick<RulesetSources, 'read' | 'fetch'>

/** Deep enough that no `../` of a ruleset leads above it. */
const base = `https://schema.invalid/${'-/'.repeat(20)}`

/** The text with the files in it that the schemas of `functionOptions` refer to, read as `extends` reads them. */
async function bundleSchemaFiles(text: RulesetText, reading: SchemaReading): Promise<RulesetText> {
  const schemas = findSchemas(text.value, []).filter(({ schema }) => listFileReferences(schema).length > 0)
  if (schemas.length === 0) return text
  const bundled = new Map<unknown, unknown>()
  for (const { schema, path } of schemas) bundled.set(schema, await bundleFiles(schema, path, text, reading))
  return { ...text, value: replaceValues(text.value, bundled) }
}

interface FileSchemaPlace {
  readonly schema: FileSchema
  readonly path: Path
}

function findSchemas(value: unknown, path: Path): readonly FileSchemaPlace[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    key === 'functionOptions' && isRecord(member) && isRecord(member.schema)
      ? [{ schema: member.schema, path: [...path, key, 'schema'] }]
      : findSchemas(member, [...path, key]),
  )
}

function replaceValues(value: unknown, made: ReadonlyMap<unknown, unknown>): unknown {
  if (made.has(value)) return made.get(value)
  if (Array.isArray(value)) return value.map((item) => replaceValues(item, made))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaceValues(each, made)]))
}

async function bundleFiles(
  schema: FileSchema,
  path: Path,
  { name, codeFiles = [[name]], report }: RulesetText,
  reading: SchemaReading,
): Promise<unknown> {
  if (Object.hasOwn(schema, '$id') || Object.hasOwn(schema, 'id')) return schema
  const toAddress = (name: string, from: string) => parseUrl(name, from)?.href ?? name
  const own = findValues(schema, ({ path: keys }) => keys.at(-1) === '$id')
  const known = new Set(own.map(({ value }) => toAddress(String(value), base)))
  const found = new Map<string, unknown>()
  const pending = [{ schema: schema as unknown, from: name, at: base }]
  for (const { schema: part, from, at } of pending) {
    for (const file of listFileReferences(part)) {
      const href = toAddress(file, at)
      if (known.has(href)) continue
      known.add(href)
      try {
        const read = await readFromOne(decodeURI(file), from === name ? codeFiles : [[from]], reading)
        const { value } = parseShallow(read.text, /\.json$/i.test(read.name) ? 'json' : 'yaml')
        found.set(href, isRecord(value) ? { ...value, $id: href } : value)
        pending.push({ schema: value, from: read.name, at: href })
      } catch (error) {
        reportUnread(error, file, [...path, '$ref'], report)
      }
    }
  }
  return { ...schema, $id: base, $defs: { ...Object(schema.$defs), ...Object.fromEntries(found) } }
}

/**
 * Code does not say which of its files wrote a reference: it is the one that it leads to a file from, one of the ruleset's own if it can
 * be.
 */
async function readFromOne(
  file: string,
  [origins = [], ...others]: readonly (readonly string[])[],
  reading: SchemaReading,
): Promise<{ readonly name: string; readonly text: string }> {
  const folders = new Map(origins.toReversed().map((origin) => [origin.replace(/[^/\\]*$/, ''), origin]))
  const tries = await Promise.allSettled(
    [...folders.values()].toReversed().map((origin) => readOrFetch(file, origin, reading)),
  )
  const read = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const names = new Set(read.map(({ name }) => name))
  if (names.size > 1) throw new Error(`it may be any of ${[...names].join(', ')}`)
  for (const each of read) return each
  const isElsewhere = others.some((group) => group.length > 0)
  const elsewhere = isElsewhere ? await readFromOne(file, others, reading).catch(() => undefined) : undefined
  if (elsewhere) return elsewhere
  for (const each of tries) if (each.status === 'rejected') throw each.reason
  throw new Error('it is not there')
}

/** The files that the `$ref`s of a schema name. */
function listFileReferences(schema: unknown): readonly string[] {
  const references = findValues(schema, ({ path }) => path.at(-1) === '$ref')
  const files = references.flatMap(({ value }) => (typeof value === 'string' ? filePart(value) : []))
  return [...new Set(files)].filter((file) => file !== '' && !isUrl(file))
}
