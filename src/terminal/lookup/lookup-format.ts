import type { Command } from 'commander'
import { usageError } from '../../core/model/errors.ts'
import { resolveFormat } from '../../core/model/formats.ts'
import { compareText } from '../../core/text/compare-text.ts'
import { csv } from '../../core/text/csv.ts'
import { yamlText } from '../../core/text/yaml-text.ts'
import { escapeActive } from '../../reporters/json-text.ts'
import type { Context } from '../context.ts'
import { createEnum, readLimit } from '../flags/setting-flags.ts'
import { jsonView } from '../views.ts'
import { csvCell, type FieldValue, type LookupField } from './field.ts'

const lookupFormats = ['table', 'json', 'yaml', 'csv'] as const
export type LookupFormat = (typeof lookupFormats)[number]

export const oneOutputHelp =
  'write to a file instead of standard output, in the format of its extension; - for that'

export interface FormatFlags {
  readonly format?: LookupFormat
  /** A file, by whose extension the format goes unless one is named. */
  readonly output?: string
  readonly json?: boolean
}

export function addFormatFlag(command: Command): Command {
  const option = createEnum('-f, --format <format>', 'output format (default: table)', lookupFormats)
  return command.addOption(option.conflicts('json'))
}

/** Throws GovError, usage: the extension of the file stands for no format. */
export function chooseFormat({ format, json, output }: FormatFlags): LookupFormat {
  return resolveFormat(json ? 'json' : format, output, lookupFormats, 'table')
}

interface OneView<Item> {
  readonly fields: readonly LookupField<Item>[]
  /** The table: facts under each other, within `width` columns if there is one. */
  readonly facts: (item: Item, width: number | undefined) => string
}

/** One object in a format; as CSV a head and one row, with the columns of its list. */
export function oneView<Item>(item: Item, flags: FormatFlags, view: OneView<Item>, context: Context): string {
  const format = chooseFormat(flags)
  if (format === 'json') return jsonView(item)
  if (format === 'yaml') return yamlView(item)
  if (format === 'csv') return csvHead(view.fields) + csvRow(view.fields, item)
  return view.facts(item, tableWidth(context))
}

/** A document instead of the facts about it, as JSON or YAML. Throws GovError, usage: another format was asked for. */
export function documentView(document: unknown, flags: FormatFlags): string {
  const { output, json, format = json ? 'json' : undefined } = flags
  const named = format === 'table' ? 'json' : format
  if (named === 'csv') {
    const hint = 'Use --format json or yaml.'
    throw usageError('format-invalid', 'a document has no rows for --format csv', hint)
  }
  return resolveFormat(named, output, ['json', 'yaml'], 'json') === 'yaml'
    ? yamlView(document)
    : jsonView(document)
}

/** Columns to keep within on a terminal. Anything else gets each row on one line, for programs such as awk. */
export function tableWidth({ io }: Context): number | undefined {
  return io.stdout.isTTY ? io.width : undefined
}

export function yamlView(value: unknown): string {
  // YAML has no such characters.
  const text = escapeActive(yamlText(value))
  return text.replaceAll('\ufffe', '\\ufffe').replaceAll('\uffff', '\\uffff')
}

export function csvHead<Item>(fields: readonly LookupField<Item>[]): string {
  return csv([fields.map(({ name }) => name)])
}

export function csvRow<Item>(fields: readonly LookupField<Item>[], item: Item): string {
  return csv([fields.map((field) => csvCell(field, item))])
}

export interface ListFlags extends FormatFlags {
  readonly sort?: string
  readonly reverse?: boolean
  readonly limit?: number
  readonly state?: string
}

/** The flags of every list. `states`: those that `--state` can ask for; without them the list has no such flag. */
export function addListFlags<Item>(
  command: Command,
  fields: readonly LookupField<Item>[],
  states: readonly string[] = [],
): Command {
  if (states.length > 0)
    command.addOption(createEnum('--state <state>', 'only entries in this state', states))
  const names = fields.map(({ name }) => name)
  command
    .addOption(createEnum('--sort <field>', 'sort by this field', names))
    .option('--reverse', 'reverse the order')
    .option('--limit <number>', 'list up to this many entries; all by default', readLimit)
  return addFormatFlag(command)
}

/** Throws GovError, usage: a dashboard takes an empty name for no filter at all. */
export function requireCategoryNames(names: readonly string[]): void {
  if (names.every((name) => name.trim() !== '')) return
  throw usageError('flag-invalid', '--category is empty', 'Name a category; gov api categories lists them.')
}

/** The items by a field, whatever the case of letters. What has no value comes last in either direction; equal ones stay in order. */
export function sortRows<Item>(
  items: readonly Item[],
  { read }: LookupField<Item>,
  reverse = false,
): readonly Item[] {
  const keyed = items.map((item) => ({ item, key: toSortKey(read(item)) }))
  return keyed.sort((one, other) => compareKeys(one.key, other.key, reverse ? -1 : 1)).map(({ item }) => item)
}

type Key = string | number | undefined

function toSortKey(value: FieldValue): Key {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return (typeof value === 'string' ? value : value.join(', ')).toLowerCase()
}

function compareKeys(one: Key, other: Key, direction: 1 | -1): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined)
  const isNumeric = typeof one === 'number' && typeof other === 'number'
  return direction * (isNumeric ? one - other : compareText(String(one), String(other)))
}
