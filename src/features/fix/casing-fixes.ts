import { isRecord } from '../../core/model/record.ts'
import { fromStart, readPattern } from '../../engine/pattern.ts'
import type { Then } from '../../engine/rule.ts'
import type { ParsedRule } from '../../engine/ruleset/parsed-rule.ts'
import type { Fix } from './propose/fix.ts'
import { type Casing, casings, inCase, partsInCase } from './rename/casing.ts'
import { renameKey, renameValue } from './rename/rename.ts'

/**
 * The fixes of a rule that asks for a case: what it finds gets its name in that case, where all that names it is known.
 * None is safe, as generated code and clients have the names.
 */
export function casingFixes({ given, then }: Pick<ParsedRule, 'given' | 'then'>): readonly Fix[] {
  const queries = given.flatMap((scopedQueries) => scopedQueries.queries)
  const asksKeys = queries.length > 0 && queries.every(({ steps }) => steps.at(-1)?.kind === 'key')
  return then.flatMap((each) => {
    const nameOf = createNamer(each)
    return nameOf === undefined ? [] : [createFix(each, asksKeys, nameOf)]
  })
}

function createFix(
  { field }: Then,
  asksKeys: boolean,
  nameOf: NonNullable<ReturnType<typeof createNamer>>,
): Fix {
  const isKey = field === '@key' || (field === undefined && asksKeys)
  return {
    safe: false,
    changes: (target) => {
      if (isKey) return renameKey(target, nameOf)
      return field === undefined || target.path.at(-1) === field ? renameValue(target, nameOf) : []
    },
  }
}

/** How a `then` has a name written; undefined: it asks for something else. */
function createNamer({
  function: { name },
  written,
}: Then): ((text: string) => string | undefined) | undefined {
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
  const pattern = compileMatch(match)
  const fits = (text: string | undefined) => text !== undefined && fromStart(pattern ?? /^\b$/).test(text)
  return (text: string) => {
    if (pattern === undefined || text.length > longest || fits(text)) return undefined
    return casings.map((casing) => written(text, casing, '')).find(fits)
  }
}

/** A rule with another one is not run. */
function compileMatch(match: string): RegExp | undefined {
  try {
    return readPattern(match)
  } catch {
    return undefined
  }
}

function written(text: string, casing: Casing, separator: string): string | undefined {
  if (separator !== '') return partsInCase(text, casing, separator)
  return text.startsWith('/') ? partsInCase(text, casing, '/') : inCase(text, casing)
}

function findOther(text: string, name: string | undefined): string | undefined {
  return name === text ? undefined : name
}
