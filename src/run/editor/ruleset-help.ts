import type { Path } from '../../model/location.ts'
import { type Cursor, cursorAt, wordAt } from './cursor.ts'
import { type Notation, type Proposal, proposalsBySchema } from './proposal.ts'
import { type RulesetNames, rulesetSchema } from './ruleset-schema.ts'
import { descriptionOf, propertiesOf, type Schema, type Special, schemasAt, valuesOf } from './schema-at.ts'

type NamesFor = (read: Cursor['read']) => Promise<RulesetNames>

/** How a ruleset may go on at `offset`. The text may be broken: it is being written. */
export async function completeRuleset(
  text: string,
  offset: number,
  notation: Notation,
  namesFor: NamesFor,
): Promise<readonly Proposal[]> {
  const cursor = cursorAt(text, offset)
  if (cursor === undefined) return []
  const names = await namesFor(cursor.read)
  const proposals = proposalsBySchema(cursor, rulesetSchema(names), notation, optionsOf(names, cursor))
  return proposals.map((proposal) => ({ ...proposal, kind: kindOf(proposal, cursor) }))
}

function kindOf({ kind }: Proposal, { path }: Cursor): Proposal['kind'] {
  if (kind === 'value' && path.at(-1) === 'function') return 'function'
  return kind === 'key' && path.at(-1) === 'rules' ? 'rule' : kind
}

/** The options are those of the function beside them. */
function optionsOf({ functions }: RulesetNames, { read }: Cursor): Special {
  return (path) => {
    if (path.at(-1) !== 'functionOptions') return undefined
    const name = read([...path.slice(0, -1), 'function'])
    return { description: 'The options of the function.', ...functions.get(String(name))?.options }
  }
}

/** What is known of the word at a place: in Markdown, or as the id of a rule that can be explained. */
export interface WordHelp {
  readonly start: number
  readonly end: number
  readonly markdown?: string | undefined
  readonly rule?: string | undefined
  /** The place of a `given` or of an alias: what it matches can be counted. */
  readonly given?: Path | undefined
}

export async function explainInRuleset(
  text: string,
  offset: number,
  namesFor: NamesFor,
): Promise<WordHelp | undefined> {
  const cursor = wordAt(text, offset)
  if (cursor === undefined) return undefined
  const names = await namesFor(cursor.read)
  const { start, end } = cursor
  const given = givenOf(cursor)
  const markdown = meaningOf(cursor, rulesetSchema(names), optionsOf(names, cursor))
  const found = { start, end, markdown, rule: ruleOf(cursor, names), given }
  return (markdown ?? found.rule ?? given) ? found : undefined
}

/** An inherited rule: what the file itself defines can be read there. */
function ruleOf({ at, path, word }: Cursor, { inherited }: RulesetNames): string | undefined {
  return at === 'key' && path.at(-1) === 'rules' && inherited?.rules.has(word) ? word : undefined
}

function givenOf({ at, path, word }: Cursor): Path | undefined {
  if (at === 'key')
    return word === 'given' ? [...path, word] : path.at(-1) === 'aliases' ? [...path, word] : undefined
  const index = path.lastIndexOf('given')
  return index === -1 ? (path[0] === 'aliases' ? path : undefined) : path
}

function meaningOf(cursor: Cursor, root: Schema, special: Special): string | undefined {
  const schemas = schemasAt(root, cursor.path, special)
  if (cursor.at === 'key') return keyMeaning(cursor, schemas, special, root)
  const value = valuesOf(schemas).find((each) => String(each.value) === cursor.word)
  return value?.meaning || undefined
}

function keyMeaning(
  { word, path }: Cursor,
  schemas: readonly Schema[],
  special: Special,
  root: Schema,
): string | undefined {
  const property = propertiesOf(schemas).get(word)
  return property && (descriptionOf([property]) || descriptionOf(schemasAt(root, [...path, word], special)))
}
