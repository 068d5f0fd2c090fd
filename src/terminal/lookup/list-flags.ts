import { type Command, Option } from 'commander'
import { usageError } from '../../core/model/errors.ts'
import { compareText } from '../../core/text/compare-text.ts'
import { readLimit } from '../flags/setting-flags.ts'
import type { LookupField, Value } from './field.ts'
import { addFormatFlag, type FormatFlags } from './lookup-format.ts'

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
  if (states.length > 0) {
    command.addOption(new Option('--state <state>', 'only entries in this state').choices(states))
  }
  const names = fields.map(({ name }) => name)
  command
    .addOption(new Option('--sort <field>', 'sort by this field').choices(names))
    .option('--reverse', 'reverse the order')
    .option('--limit <number>', 'list up to this many entries; all by default', readLimit)
  return addFormatFlag(command)
}

/** Throws GovError, usage: a dashboard takes an empty name for no filter at all. */
export function requireCategoryNames(names: readonly string[]): void {
  if (names.every((name) => name.trim() !== '')) return
  throw usageError('flag-invalid', '--category is empty', 'Name a category; gov api categories lists them.')
}

/**
 * The items by a field: letter case does not count, what has no value comes last in either direction, and equal ones
 * stay in the order of the dashboard.
 */
export function sortItems<Item>(
  items: readonly Item[],
  { read }: LookupField<Item>,
  reverse = false,
): readonly Item[] {
  const keyed = items.map((item) => ({ item, key: toSortKey(read(item)) }))
  return keyed.sort((one, other) => compareKeys(one.key, other.key, reverse ? -1 : 1)).map(({ item }) => item)
}

type Key = string | number | undefined

function toSortKey(value: Value): Key {
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
