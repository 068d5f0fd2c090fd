import { expect, it } from 'vitest'
import { changeRules } from '../../../src/check/breaking/rules/index.ts'
import { builtinDrafts } from '../../../src/check/rulesets/known-rulesets.ts'
import { runExample } from '../../../src/engine/examples/run-example.ts'
import { finishRule } from '../../../src/engine/ruleset/parsed-rule.ts'
import { readExplanations } from '../../../src/engine/rulesets/explanations/index.ts'
import { changesBetween } from '../../check/breaking/changes-between.ts'
import { inDefinition } from '../../check/breaking/in-definition.ts'

/** What is wrong with a message: it begins with its subject, quotes values as code, and is no paragraph. */
function faultsOf(message: string): string[] {
  const words = message.replaceAll(/`[^`]*`/g, '`x`')
  return [
    ...(/^[A-Z`0-9]/.test(message) ? [] : ['begins with a small letter']),
    ...(/^(?:The|A|An|This|There) /.test(message) ? ['begins with an article'] : []),
    ...(/[.!]$/.test(message) ? ['ends with a stop'] : []),
    ...(words.includes('"') ? ['has quotes instead of backticks'] : []),
    ...(/\s{2}|\n|^\s|\s$/.test(message) ? ['has blanks'] : []),
  ]
}

it('finds what is wrong with a message', () => {
  expect(
    ['the tag "a" is empty.', 'A tag is empty', 'Tag `a` is empty', '`a` is  empty!'].map(faultsOf),
  ).toEqual([
    ['begins with a small letter', 'ends with a stop', 'has quotes instead of backticks'],
    ['begins with an article'],
    [],
    ['ends with a stop', 'has blanks'],
  ])
})

const explanations = await readExplanations()
const messages = (await builtinDrafts()).flatMap(({ name, drafts }) =>
  [...drafts.rules].flatMap(([id, draft]) =>
    (explanations.get(id)?.examples ?? [])
      .filter(({ kind }) => kind === 'fails')
      .flatMap((example) => runExample({ ...example, issues: undefined }, finishRule(draft)).issues)
      .map(({ message }) => [`${name} ${id}`, message] as const),
  ),
)
const changes = changeRules.flatMap(({ id, example: { before, after } }) =>
  changesBetween(inDefinition(id, before), inDefinition(id, after)).map(
    ({ message }) => [`gov:breaking ${id}`, message] as const,
  ),
)

it.each([...messages, ...changes])('%s: %s', (_rule, message) => expect(faultsOf(message)).toEqual([]))

it('has a message for each rule that can find something', () => {
  const found = new Set([...messages, ...changes].map(([rule]) => rule.split(' ')[1]))
  expect(found.size).toBeGreaterThan(190)
})
