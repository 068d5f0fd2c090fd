import type { Path } from '../../model/location.ts'
import { longOf } from '../../settings/flags.ts'
import { configJsonSchema } from '../../settings/json-schema.ts'
import { isSettingName, type SettingName, table } from '../../settings/table.ts'
import type { Noun } from '../known-names.ts'
import { type Cursor, cursorAt, wordAt } from './cursor.ts'
import { type Notation, type Proposal, proposalsBySchema, valueProposal } from './proposal.ts'
import type { WordHelp } from './ruleset-help.ts'
import { descriptionOf, propertiesOf, type Schema, schemasAt } from './schema-at.ts'

/** What a config may name that its schema does not know. */
export interface ConfigNames {
  readonly named: (noun: Exclude<Noun, 'profile'>) => Promise<readonly string[]>
  /** Files and folders (which end in `/`) whose path, from the config's folder, begins so. */
  readonly files: (start: string) => Promise<readonly string[]>
  /** Today, such as `2027-01-31`. */
  readonly today: string
}

/** How a config may go on at `offset`. The text may be broken: it is being written. */
export async function completeConfig(
  text: string,
  offset: number,
  notation: Notation,
  names: ConfigNames,
): Promise<readonly Proposal[]> {
  const cursor = cursorAt(text, offset)
  if (cursor === undefined) return []
  const named = proposalsBySchema(cursor, whole(), notation)
  return [...named, ...(await lookUp(cursor, notation, names))]
}

let schema: Schema | undefined
const whole = (): Schema => (schema ??= { ...configJsonSchema() })

async function lookUp(cursor: Cursor, notation: Notation, names: ConfigNames): Promise<readonly Proposal[]> {
  if (cursor.at === 'key') return []
  const [kind, values] = await valuesAt(cursor, names)
  return values.map((value) => ({ ...valueProposal(cursor, { value }, notation), kind }))
}

async function valuesAt(cursor: Cursor, names: ConfigNames): Promise<[Proposal['kind'], readonly string[]]> {
  const pattern = patternOf(cursor.path)
  const noun = nounOf(pattern)
  if (noun !== undefined) return [noun === 'rule' ? 'rule' : 'value', await names.named(noun)]
  if (pattern === 'waivers[].expires') return ['value', [daysAfter(names.today, 90)]]
  if (namesFile(pattern)) return ['file', await names.files(cursor.typed)]
  const [setting] = settingOf(pattern) ?? []
  const { completion } = setting === undefined ? {} : table[setting]
  // What has a schema of its own is named by that.
  const isListed =
    typeof completion === 'object' && schemasAt(whole(), cursor.path).every((each) => !('enum' in each))
  return ['value', isListed ? completion : []]
}

/** What is named there by its id. */
function nounOf(pattern: string): Exclude<Noun, 'profile'> | undefined {
  const [, field] = /\[\]\.(rule|api|ruleset)_id$/.exec(pattern) ?? []
  if (field === 'rule' || field === 'api' || field === 'ruleset') return field
  const [setting, rest] = settingOf(pattern) ?? []
  const { completion } = setting === undefined || rest !== '[]' ? {} : table[setting]
  return completion === 'api' || completion === 'ruleset' || completion === 'category'
    ? completion
    : undefined
}

function daysAfter(today: string, days: number): string {
  const date = new Date(`${today}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** A path as the table of settings writes it: `definitions[].file`, without the profile that it is of. */
function patternOf(path: Path): string {
  const own = path[0] === 'profiles' ? path.slice(2) : path
  return own
    .map((step) => (typeof step === 'number' ? '[]' : `.${step}`))
    .join('')
    .replace(/^\./, '')
}

/** The setting that a pattern is of, and what of it. */
function settingOf(pattern: string): readonly [SettingName, string] | undefined {
  const end = pattern.indexOf('[')
  const name = end === -1 ? pattern : pattern.slice(0, end)
  return isSettingName(name) ? [name, pattern.slice(name.length)] : undefined
}

/** Whether a path of a file is written there. */
function namesFile(pattern: string): boolean {
  const [setting, rest] = settingOf(pattern) ?? []
  if (setting === undefined || table[setting].files === undefined) return false
  return rest === '' || rest === '[]' || rest === '[].file' || rest === '[].output'
}

/** What is known of a key of a config: what it means, what to write, and what else sets it. */
export function explainInConfig(text: string, offset: number): WordHelp | undefined {
  const cursor = wordAt(text, offset)
  if (cursor === undefined) return undefined
  const { start, end, path, word } = cursor
  const place = cursor.at === 'key' ? [...path, word] : path
  const markdown = cursor.at === 'key' ? keyMeaning(path, word, place) : undefined
  const rule = cursor.at === 'value' && patternOf(path) === 'waivers[].rule_id' ? word : undefined
  return (markdown ?? rule) === undefined ? undefined : { start, end, markdown, rule }
}

function keyMeaning(path: Path, word: string, place: Path): string | undefined {
  const property = propertiesOf(schemasAt(whole(), path)).get(word)
  if (property === undefined) return undefined
  const hint = descriptionOf([property]) ?? descriptionOf(schemasAt(whole(), place))
  const [setting, rest] = settingOf(patternOf(place)) ?? []
  const facts = setting === undefined || rest !== '' ? [] : factsOf(setting)
  return (
    [...facts.slice(0, 1), hint, ...facts.slice(1)].filter((part) => part !== undefined).join('\n\n') ||
    undefined
  )
}

/** First what it means, if that is known. */
function factsOf(name: SettingName): readonly (string | undefined)[] {
  const { help, flag, variable, default: usual, shown = (value: never) => value } = table[name]
  const ways = [flag && `\`${longOf(flag)}\``, variable && `\`${variable}\``].filter(Boolean)
  return [
    help === undefined ? undefined : `**${name}**: ${help}`,
    usual === undefined ? undefined : `Default: \`${String(shown(usual as never))}\``,
    ways.length === 0 ? undefined : `Also set by ${ways.join(' and ')}.`,
  ]
}
