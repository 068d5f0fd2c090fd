import type { Range } from './lines.ts'
import { describeCharacter, nameCharacter } from './parse-error.ts'
import type { UnplacedMisreading } from './parsed-text.ts'

/**
 * A line break in YAML 1.1, which readers such as PyYAML, go-yaml and libyaml follow, and none in 1.2: next line, line separator,
 * paragraph separator. What follows one in a comment or a text may be a key for them.
 */
const lineBreak = /[\x85\u2028\u2029]/

/** These, and characters that no version allows; a byte order mark within a text, which some readers skip, is one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const stray = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g

/** Enough to see what is hidden. */
const longestExcerpt = 40

/**
 * The characters outside of quotes that not all readers of YAML take alike, in the order of the text. `quoted` has the places
 * of the texts in quotes, in the same order: no reader ends such a text at one, and the parser refuses what is not allowed there.
 */
export function findStrays(text: string, quoted: readonly Range[]): readonly UnplacedMisreading[] {
  const found: UnplacedMisreading[] = []
  let next = 0
  for (const { index } of text.matchAll(stray)) {
    while ((quoted[next]?.end ?? Infinity) <= index) next++
    if (index < (quoted[next]?.start ?? Infinity))
      found.push({
        path: [],
        reason: describeStray(text, index),
        range: { start: index, end: index + 1 },
      })
  }
  return found
}

/** The text behind a line break is part of the reason: a baseline that knows one does not know another. */
function describeStray(text: string, index: number): string {
  if (!lineBreak.test(text.charAt(index))) return describeCharacter(text, index).reason
  const [behind = ''] = /^[^\r\n]*/.exec(text.slice(index + 1, index + 1 + longestExcerpt)) ?? []
  const what = behind.trim() === '' ? '' : `, before ${behind.trim()}`
  return `${nameCharacter(text, index)} is a line break to other readers${what}: remove it`
}
