import { z } from 'zod'
import type { Path } from '../../core/model/location.ts'
import { once } from '../../core/model/once.ts'
import { getValue } from '../../core/model/record.ts'
import { compileGlob, GlobError } from '../../core/text/file-glob.ts'
import { toRelativeName } from '../../core/text/relative-name.ts'
import { readPointer } from '../openapi/pointer.ts'
import type { Exception, OverrideUse, ParserOptions } from '../rule.ts'
import type { Aliases } from './aliases.ts'
import type { Extension } from './extends.ts'
import { describeNoRule, type Inheritance, mergeRules } from './merge-rules.ts'
import type { ParsedRule } from './parsed-rule.ts'
import { listOverrideKeys, type RulesetParts, readRuleset } from './read-ruleset.ts'
import { readValue } from './read-with.ts'
import type { ReportProblem, RulesetText } from './ruleset-text.ts'
import { readSeverity, severityForms } from './severity.ts'

type OverriddenRules = ReadonlyMap<string, ParsedRule>

/** One entry of `overrides`, read. */
export interface Override {
  /** The name of a file as seen from the folder of the ruleset that it is in: its globs are relative to that. */
  readonly seen: (name: string) => string
  readonly fits: (name: string) => boolean
  readonly exceptionsFor: (name: string) => readonly Exception[]
  readonly place: string
  readonly apply: (rules: OverriddenRules) => OverriddenRules
  readonly parserOptions: ParserOptions | undefined
}

interface WholeFile {
  readonly rules: OverriddenRules
  readonly parserOptions: ParserOptions | undefined
}

/**
 * The rules for a file, one override after another, and what holds in some places of it only. As in Spectral, the last
 * `parserOptions` count, and none of those before.
 */
export function findOverride(
  name: string,
  { rules, parserOptions }: WholeFile,
  overrides: readonly Override[],
): WholeFile & { readonly exceptions: readonly Exception[] } {
  const fitting = overrides.filter(({ seen, fits }) => fits(seen(name)))
  return {
    rules: fitting.reduce((current, { apply }) => apply(current), rules),
    parserOptions: fitting.reduce((current, own) => own.parserOptions ?? current, parserOptions),
    exceptions: overrides.flatMap(({ seen, exceptionsFor }) => exceptionsFor(seen(name))),
  }
}

/** Measures whether an override takes effect: its globs or its pointer may be misspelt. */
export function createOverrideUse({ seen, fits, exceptionsFor, place }: Override): OverrideUse {
  return {
    place,
    concerns: (file, root) => {
      const name = seen(file)
      return fits(name) || exceptionsFor(name).some(({ pointer }) => getValue(root, pointer) !== undefined)
    },
  }
}

const ofPlaces = { apply: (rules: OverriddenRules) => rules, parserOptions: undefined }

export type Extend = (
  extensions: readonly Extension[],
  report: ReportProblem,
) => Promise<Omit<Inheritance, 'builtins'>>

/**
 * Reads the overrides of a ruleset on top of `base`, its own rules, and reports what is wrong with them. Names that are not
 * absolute are in `folder`.
 */
export async function loadOverrides(
  text: RulesetText,
  { overrides }: RulesetParts,
  base: Inheritance,
  extend: Extend,
  folder: string | undefined,
): Promise<Override[]> {
  const loaded: Override[] = []
  const placed: PlacedRules[] = []
  for (const { value, path } of overrides) {
    const found = readOverride(value, path, text.report)
    if (!found) continue
    const report: ReportProblem = (below, reason) => text.report([...path, ...below], reason)
    const own = found.ruleset && (await loadRules({ ...text, value: found.ruleset, report }, base, extend))
    const place = `${text.name}:${text.locate(path).start_line} ${found.written}`
    const seen = (name: string) => toRelativeName(name, text.name, folder)
    const exceptionsFor = (name: string) => found.exceptionsFor(name).map((each) => ({ ...each, place }))
    loaded.push({ ...found, exceptionsFor, place, seen, ...(own ?? ofPlaces) })
    if (base.complete) placed.push({ ids: found.placedIds, report })
  }
  reportUnknown(placed, base, loaded)
  return loaded
}

interface PlacedRules {
  readonly ids: readonly string[]
  readonly report: ReportProblem
}

/** A name that no rule has would turn on nothing. Any override may bring the rule in. */
function reportUnknown(
  placed: readonly PlacedRules[],
  base: Inheritance,
  overrides: readonly Override[],
): void {
  if (placed.every(({ ids }) => ids.every((id) => base.rules.has(id) || base.broken.has(id)))) return
  const rules = overrides.reduce((known, { apply }) => apply(known), base.rules)
  for (const { ids, report } of placed)
    for (const id of ids)
      if (!rules.has(id) && !base.broken.has(id)) report(['rules', id], describeNoRule(id, [...rules.keys()]))
}

/** An override is a ruleset of its own that extends the one it is in. Its faults are reported now, and once. */
async function loadRules(
  text: RulesetText,
  base: Inheritance,
  extend: Extend,
): Promise<Pick<Override, 'apply' | 'parserOptions'> | undefined> {
  const parts = readRuleset(text)
  if (!parts) return undefined
  if (parts.functions.length > 0) text.report(['functions'], 'belong to the ruleset itself')
  for (const key of listOverrideKeys(parts)) text.report([key], 'an override cannot have overrides')
  const extended = await extend(parts.extensions, text.report)
  const aliases: Aliases = new Map([...base.aliases, ...extended.aliases, ...parts.aliases])
  const complete = base.complete && extended.complete
  const broken = new Set([...base.broken, ...extended.broken])
  const applyOverrides = (rules: OverriddenRules, report: ReportProblem) =>
    mergeRules({ ...text, report }, parts, {
      rules: new Map([...rules, ...extended.rules]),
      aliases,
      complete,
      broken,
      builtins: base.builtins,
    })
  for (const { faults, dormantFaults } of applyOverrides(base.rules, text.report).values())
    for (const report of [...dormantFaults, ...faults]) report()
  return { apply: (rules) => applyOverrides(rules, () => {}), parserOptions: parts.parserOptions }
}

/** One entry of `overrides`, its rules still unread. */
interface OverrideParts {
  /** Whether it is for a file as a whole. The name is relative to the ruleset's folder. */
  readonly fits: (name: string) => boolean
  /** Its exceptions for places in a file. */
  readonly exceptionsFor: (name: string) => readonly Omit<Exception, 'place'>[]
  /** The rules that it names for places. */
  readonly placedIds: readonly string[]
  /** Its `files`, as they are written. */
  readonly written: string
  /** Undefined where it speaks of places only. */
  readonly ruleset: Readonly<Record<string, unknown>> | undefined
}

const shape = once(() =>
  z.looseObject({
    files: z.array(z.string()).min(1, { error: 'must be a non-empty list of globs' }),
    rules: z.record(z.string(), z.unknown()).optional(),
  }),
)

/** Reads one entry of `overrides`, and reports what is wrong with it. */
function readOverride(value: unknown, path: Path, report: ReportProblem): OverrideParts | undefined {
  const found = readValue(shape(), value, path, report)
  if (!found) return undefined
  const { files, ...ruleset } = found
  const targets = files.flatMap((text, index) => readTarget(text, [...path, 'files', index], report))
  const whole = targets.filter(({ pointer }) => pointer === undefined)
  const places = targets.filter(({ pointer }) => pointer !== undefined)
  if (whole.length === 0 && !ruleset.rules) report(path, 'needs "rules"')
  const severities: Exception['severities'] =
    places.length > 0 ? readSeverities(ruleset, path, report) : new Map()
  return {
    placedIds: whole.length > 0 ? [] : [...severities.keys()],
    fits: (name) => whole.some(({ matches }) => matches(name)),
    exceptionsFor: (name) =>
      places.flatMap(({ matches, pointer = [] }) => (matches(name) ? [{ pointer, severities }] : [])),
    written: files.join(' '),
    ruleset: whole.length > 0 ? ruleset : undefined,
  }
}

interface OverrideTarget {
  readonly matches: (name: string) => boolean
  readonly pointer: Path | undefined
}

/** `glob`, or `glob#/pointer`. A pointer to the root, as in `glob#`, is the file. */
function readTarget(text: string, path: Path, report: ReportProblem): OverrideTarget[] {
  const hash = text.indexOf('#')
  const pointer = hash === -1 ? undefined : readPointer(text.slice(hash).replace(/\/$/, ''))
  if (hash !== -1 && !pointer)
    report(path, 'the part after # must be a JSON pointer, such as #/paths/~1users')
  try {
    const matches = compileGlob(hash === -1 ? text : text.slice(0, hash))
    return [{ matches, pointer: pointer?.length ? pointer : undefined }]
  } catch (error) {
    if (!(error instanceof GlobError || error instanceof SyntaxError)) throw error
    report(path, `"${text}" is not a glob: ${error.message}`)
    return []
  }
}

/** For a place in a file, rules can only get another severity: they have looked at the whole file by then. */
function readSeverities(
  ruleset: Readonly<Record<string, unknown>>,
  path: Path,
  report: ReportProblem,
): Exception['severities'] {
  const severities = new Map<string, NonNullable<ReturnType<typeof readSeverity>>>()
  const [other] = Object.keys(ruleset).filter((key) => key !== 'rules')
  if (other !== undefined) report([...path, other], 'a file with a pointer can only have "rules" beside it')
  for (const [id, value] of Object.entries(Object(ruleset.rules))) {
    const severity = readSeverity(value)
    if (severity) severities.set(id, severity)
    else report([...path, 'rules', id], `for part of a file, a rule can only be a severity: ${severityForms}`)
  }
  return severities
}
