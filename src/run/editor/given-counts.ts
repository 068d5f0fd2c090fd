import { applicableRules, evaluate } from '../../engine/evaluate.ts'
import { parseJsonPath } from '../../engine/jsonpath/parse.ts'
import { readReferencedFiles } from '../../engine/referenced-files.ts'
import type { Rule, Then } from '../../engine/rule.ts'
import type { Aliases } from '../../engine/ruleset/aliases.ts'
import { expandGiven } from '../../engine/ruleset/expand-given.ts'
import { bothFormats, readFormats } from '../../engine/ruleset/format-names.ts'
import type { Path } from '../../model/location.ts'
import { isRecord } from '../../model/record.ts'
import { withTimeLimit } from '../../service/evaluation/time-limit.ts'
import { localReader } from '../definitions/local-files.ts'
import type { Sources } from '../sources.ts'
import type { Cursor } from './cursor.ts'

/** What each `given`, and each alias, of a ruleset leads to in a definition. Keys are their paths, as JSON. */
export type GivenCounts = ReadonlyMap<string, number>

export const keyOf = (path: Path): string => JSON.stringify(path)

/** Keeps the editor waiting no longer than this. */
const mostMs = 1000

/**
 * Counts with the engine itself, as `gov ruleset test` does. What cannot be read yet, or is for documents of other
 * formats, is not counted; undefined for a definition that cannot be evaluated.
 */
export async function countGiven(
  read: Cursor['read'],
  aliases: Aliases,
  definition: string,
  sources: Sources,
): Promise<GivenCounts | undefined> {
  const ofWhole = read(['formats'])
  const rules = [...rulesIn(read(['rules']), ofWhole, aliases), ...aliasesIn(read(['aliases']), aliases)]
  try {
    const { document } = await sources.readDefinition(definition)
    const counts = new Map(applicableRules(document, { rules }).map(({ id }) => [id, 0]))
    const files = await readReferencedFiles(document, definition, localReader(definition, sources))
    const onMatch = ({ id }: Rule) => void counts.set(id, (counts.get(id) ?? 0) + 1)
    const late = () => new Error('too slow')
    const work = () => evaluate(document, { rules }, { name: definition, files }, { onMatch })
    withTimeLimit({ left: () => mostMs, exceeded: late }, work, late)
    return counts
  } catch {
    return undefined
  }
}

function rulesIn(rules: unknown, ofWhole: unknown, aliases: Aliases): Rule[] {
  return Object.entries(isRecord(rules) ? rules : {}).flatMap(([id, rule]) => {
    if (!isRecord(rule)) return []
    const given = [rule.given].flat().filter((each) => typeof each === 'string')
    return asRules(['rules', id, 'given'], given, { formats: ofWhole, ...rule }, aliases)
  })
}

function aliasesIn(written: unknown, aliases: Aliases): Rule[] {
  return Object.keys(isRecord(written) ? written : {}).flatMap((name) =>
    asRules(['aliases', name], [`#${name}`], {}, aliases),
  )
}

function asRules(
  path: Path,
  given: readonly string[],
  { resolved, formats }: Readonly<Record<string, unknown>>,
  aliases: Aliases,
): Rule[] {
  if (given.length === 0) return []
  const own = formats === undefined ? undefined : readFormats(formats, [], () => {})
  try {
    return expandGiven(given, aliases).map((scoped) => ({
      ...nothing,
      id: keyOf(path),
      given: scoped.expressions.map(parseJsonPath),
      formats: bothFormats(own, scoped.formats),
      resolved: resolved !== false,
    }))
  } catch {
    return []
  }
}

const then: readonly Then[] = []

/** A rule that only looks. */
const nothing = {
  description: '',
  message: undefined,
  howToFix: '',
  documentationUrl: undefined,
  severity: 'hint',
  then,
} as const
