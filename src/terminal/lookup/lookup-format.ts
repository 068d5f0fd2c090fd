import { type Command, Option } from 'commander'
import { usageError } from '../../core/model/errors.ts'
import { resolveFormat } from '../../core/model/formats.ts'
import { csv } from '../../core/text/csv.ts'
import { yamlText } from '../../core/text/yaml-text.ts'
import { harmless } from '../../reporters/json-text.ts'
import type { Context } from '../context.ts'
import { jsonView } from '../views.ts'
import { csvCell, type LookupField } from './field.ts'

const lookupFormats = ['table', 'json', 'yaml', 'csv'] as const
export type LookupFormat = (typeof lookupFormats)[number]

export interface FormatFlags {
  readonly format?: LookupFormat
  /** A file, by whose extension the format goes unless one is named. */
  readonly output?: string
  readonly json?: boolean
}

export function addFormatFlag(command: Command): Command {
  const option = new Option('-f, --format <format>', 'output format (default: table)').choices(lookupFormats)
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
  if (named === 'csv')
    throw usageError(
      'format-invalid',
      'a document has no rows for --format csv',
      'Use --format json or yaml.',
    )
  return resolveFormat(named, output, ['json', 'yaml'], 'json') === 'yaml'
    ? yamlView(document)
    : jsonView(document)
}

/** Columns to keep within on a terminal. Anything else gets each row on one line, for programs such as awk. */
export function tableWidth({ io }: Context): number | undefined {
  return io.stdout.isTTY ? io.width : undefined
}

export function yamlView(value: unknown): string {
  return harmless(yamlText(value)).replace(/[\ufffe\uffff]/g, escaped)
}

/** YAML has no such characters. */
function escaped(found: string): string {
  return `\\u${found.charCodeAt(0).toString(16)}`
}

export function csvHead<Item>(fields: readonly LookupField<Item>[]): string {
  return csv([fields.map(({ name }) => name)])
}

export function csvRow<Item>(fields: readonly LookupField<Item>[], item: Item): string {
  return csv([fields.map((field) => csvCell(field, item))])
}
