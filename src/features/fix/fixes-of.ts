import { completeFixes } from '../../check/fixable/builtin-fixes.ts'
import { type Fix, type Fixes, toFix } from '../../check/fixable/fix.ts'
import { collectKnownFixes, type FixMakers, type KnownFixes } from '../../check/fixable/known-fixes.ts'
import type { CheckRequest } from '../../check/types.ts'
import type { World } from '../../check/world.ts'
import { isRecord } from '../../core/model/record.ts'
import { tryMake } from '../../core/model/try-make.ts'
import { readPattern, resetPattern } from '../../engine/pattern.ts'
import type { Then } from '../../engine/rule.ts'
import type { ParsedRule } from '../../engine/ruleset/parsed-rule.ts'
import { asksForField } from './asks-for-field.ts'
import { placeholderFixes } from './rules/placeholders.ts'
import { renameKey, renameValue } from './rules/rename.ts'

/** The fixes of the rules that come with gov. */
export const builtinFixes: Fixes = new Map([...completeFixes, ...Object.entries(placeholderFixes)])

/** Makes the fixes of rules, with those that only `gov fix` makes. */
export const fixMakers: FixMakers = { builtin: builtinFixes, listOwn }

export function collectFixes(request: CheckRequest, world: World): Promise<KnownFixes> {
  return collectKnownFixes(request, world, fixMakers)
}

/** The declared fix of the rule, else a renaming if its function checks casing. */
function listOwn(draft: ParsedRule): readonly Fix[] {
  const { fix, given, then, resolved } = draft
  if (!fix) return casingFixes(draft)
  return [toFix(fix, asksForField(given.map(({ queries }) => ({ given: queries, then, resolved }))))]
}

/**
 * The fixes of a rule that asks for a case: what it finds gets its name in that case, where all that names it is known.
 * None is safe, as generated code and clients have the names.
 */
function casingFixes({ given, then }: Pick<ParsedRule, 'given' | 'then'>): readonly Fix[] {
  const queries = given.flatMap((scopedQueries) => scopedQueries.queries)
  const asksKeys = queries.length > 0 && queries.every(({ steps }) => steps.at(-1)?.kind === 'key')
  return then.flatMap((each) => {
    const { field } = each
    const nameOf = createNamer(each)
    if (nameOf === undefined) return []
    const isKey = field === '@key' || (field === undefined && asksKeys)
    const changes: Fix['changes'] = (target) => {
      if (isKey) return renameKey(target, nameOf)
      return field === undefined || target.path.at(-1) === field ? renameValue(target, nameOf) : []
    }
    return [{ safe: false, changes }]
  })
}

type Namer = (text: string) => string | undefined

/** How a `then` has a name written; undefined: it asks for something else. */
function createNamer({ function: { name }, written }: Then): Namer | undefined {
  if (!isRecord(written)) return undefined
  if (name === 'casing') return byCasing(written)
  return name === 'pattern' && typeof written.match === 'string' ? byPattern(written.match) : undefined
}

function byCasing({ type, separator }: Readonly<Record<string, unknown>>) {
  const casing = casings.find((each) => each === type)
  const char = isRecord(separator) ? String(separator.char ?? '') : ''
  return casing && ((text: string) => findOther(text, written(text, casing, char)))
}

/** Nobody waits for a pattern that takes long on a text: no name is this long. */
const longest = 200

/** The first case in which the text fits, if it only has other letters or other characters between words. */
function byPattern(match: string) {
  // A rule with another one is not run.
  const pattern = tryMake(() => readPattern(match))
  const fits = (text: string | undefined) => text !== undefined && resetPattern(pattern ?? /^\b$/).test(text)
  return (text: string) => {
    if (pattern === undefined || text.length > longest || fits(text)) return undefined
    return casings.map((casing) => written(text, casing, '')).find(fits)
  }
}

function written(text: string, casing: Casing, separator: string): string | undefined {
  if (separator !== '') return partsInCase(text, casing, separator)
  return text.startsWith('/') ? partsInCase(text, casing, '/') : inCase(text, casing)
}

function findOther(text: string, name: string | undefined): string | undefined {
  return name === text ? undefined : name
}

/** How words are joined: small ones, or such with a capital. The first that a pattern allows is taken. */
const joins = {
  kebab: (small) => small.join('-'),
  snake: (small) => small.join('_'),
  camel: (small, humps) => [...small.slice(0, 1), ...humps.slice(1)].join(''),
  pascal: (_small, humps) => humps.join(''),
  macro: (small) => small.join('_').toUpperCase(),
  cobol: (small) => small.join('-').toUpperCase(),
  flat: (small) => small.join(''),
} satisfies Record<string, (small: readonly string[], humps: readonly string[]) => string>

type Casing = keyof typeof joins
export const casings = Object.keys(joins) as readonly Casing[]

/** A text of several words in another case; undefined: it is not made of words. */
export function inCase(text: string, casing: Casing): string | undefined {
  if (!/^[A-Za-z][A-Za-z0-9 ._-]*$/.test(text)) return undefined
  const words = text.match(/[A-Z]+(?![a-z])\d*|[A-Z]?[a-z]+\d*|\d+/g) ?? []
  const small = words.map((word) => word.toLowerCase())
  const humps = small.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return joins[casing](small, humps)
}

/** Each part of a path or of another text with separators; what is between braces stays. */
function partsInCase(text: string, casing: Casing, separator: string): string | undefined {
  const parts = text
    .split(separator)
    .map((part) => (/^(?:\{.*\})?$/.test(part) ? part : inCase(part, casing)))
  return parts.includes(undefined) ? undefined : parts.join(separator)
}
