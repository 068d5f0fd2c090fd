import { sample, stringMatching } from 'fast-check'
import { jsonText } from '../numbers.ts'
import { isRefused } from './check-values.ts'
import type { Compared } from './compare.ts'
import { listedValues, type SchemaView } from './schema-view.ts'

const anyText = /^\^?\.\*\$?$/

/** Whether a pattern that only one side has matters: a text proves it, or it is not known. */
export function checkPatterns({ within, allowed, judgedAs, report }: Compared): void {
  const [pattern] = [...allowed.patterns].filter((each) => !within.patterns.has(each) && !anyText.test(each))
  if (pattern === undefined) return
  const listed = listedValues(within)?.filter((value) => typeof value === 'string')
  if (listed?.every((value) => matches(pattern, value))) return
  const isFree = [...within.patterns].every((each) => anyText.test(each))
  const what = `${judgedAs === 'request' ? 'now has' : 'no longer has'} the pattern \`${pattern}\``
  if (isFree) {
    report(
      judgedAs === 'request' ? 'breaking-request-pattern-added' : 'breaking-response-pattern-removed',
      what,
    )
    return
  }
  const text = findOtherText(within, pattern, listed)
  if (text === undefined) report(`breaking-${judgedAs}-pattern-changed`, what)
  else if (judgedAs === 'request')
    report('breaking-request-pattern-narrowed', `${what}, which \`${jsonText(text)}\` does not match`)
  else report('breaking-response-pattern-widened', `${what}, which ruled out \`${jsonText(text)}\``)
}

/** The shortest of some texts that are valid by a schema and that a pattern does not match, if one is found. */
function findOtherText(
  view: SchemaView,
  pattern: string,
  listed: readonly string[] | undefined,
): string | undefined {
  // What these refuse is not known here.
  if (['format', 'not', 'if'].some((keyword) => view.first(keyword) !== undefined)) return undefined
  const isOther = (text: string) =>
    !isRefused(text, view) &&
    [...view.patterns].every((each) => matches(each, text)) &&
    matches(pattern, text) === false
  const texts = (listed ?? [...view.patterns].flatMap(listMatching)).filter(isOther)
  return texts.sort((some, other) => some.length - other.length)[0]
}

/** Lists the same texts each time; none for a pattern that looks around, or that is not valid. */
function listMatching(pattern: string): readonly string[] {
  try {
    const texts = stringMatching(new RegExp(pattern, 'u'), { size: 'medium' })
    return [...new Set(sample(texts, { numRuns: 200, seed: 1 }))]
  } catch {
    return []
  }
}

/** Whether a pattern from outside matches; undefined unless it cannot be kept busy by the text. */
export function matches(pattern: string, text: string): boolean | undefined {
  const choices = pattern.split(/[*+?{|]/).length - 1
  const [mostLetters, mostChoices] = pattern.includes('(') ? [12, 4] : [200, 2]
  if (text.length > mostLetters || choices > mostChoices) return undefined
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return undefined
  }
}
