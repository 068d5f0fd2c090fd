import { expect, it } from 'vitest'
import { breakingRules } from '../../src/breaking/rules/index.ts'
import { changesBetween } from './changes-between.ts'

/** The example of a rule is a part of a definition: here is what it is part of. */
function inDefinition(part: string): string {
  const within = (spaces: number) => part.replaceAll(/^/gm, ' '.repeat(spaces))
  if (/^paths:/m.test(part)) return `openapi: 3.1.0\n${part}`
  return `openapi: 3.1.0\npaths:\n  /pets:\n    post:\n${within(6)}`
}

it.each(breakingRules)('$id finds its own example, and nothing the other way round', ({ id, example }) => {
  const [before, after] = [inDefinition(example.before), inDefinition(example.after)]
  expect(changesBetween(before, after).map(({ rule }) => rule)).toEqual([id])
  expect(changesBetween(after, before).map(({ rule }) => rule)).not.toContain(id)
  expect(changesBetween(before, before)).toEqual([])
})
