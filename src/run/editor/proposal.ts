import { isRecord } from '../../model/record.ts'
import type { Cursor } from './cursor.ts'
import {
  descriptionOf,
  itemsOf,
  type NamedValue,
  propertiesOf,
  type Schema,
  type Special,
  schemasAt,
  valuesOf,
} from './schema-at.ts'

/** One way to go on. `text` replaces what stands from `start` to `end`, offsets of the document. */
export interface Proposal {
  readonly label: string
  readonly text: string
  readonly start: number
  readonly end: number
  readonly kind: 'key' | 'value' | 'function' | 'rule' | 'file'
  readonly documentation?: string | undefined
}

/** A text of the document: YAML takes values without quotes. */
export type Notation = 'yaml' | 'json'

/** What may be typed, by a schema: keys that are not there yet, and values that have names. */
export function proposalsBySchema(
  cursor: Cursor,
  root: Schema,
  notation: Notation,
  special?: Special,
): readonly Proposal[] {
  const schemas = schemasAt(root, cursor.path, special)
  const keys = cursor.at === 'value' ? [] : keyProposals(cursor, schemas, notation)
  if (cursor.at === 'key') return keys
  const values = valuesOf(schemas).map((named) => valueProposal(cursor, named, notation))
  const items = valuesOf(itemsOf(schemas).flatMap((item) => schemasAt(item, [])))
  const asItems = cursor.at === 'either' && notation === 'yaml' ? items : []
  return [...keys, ...values, ...asItems.map((named) => itemProposal(cursor, named))]
}

function keyProposals(cursor: Cursor, schemas: readonly Schema[], notation: Notation): Proposal[] {
  const there = cursor.read(cursor.path)
  const taken = new Set(isRecord(there) ? Object.keys(there) : [])
  return [...propertiesOf(schemas)]
    .filter(([key]) => key === cursor.word || !taken.has(key))
    .map(([key, schema]) => ({
      label: key,
      text: `${written(key, cursor, notation)}${colonAfter(cursor)}`,
      ...rangeOf(cursor),
      kind: 'key',
      documentation: descriptionOf([schema]) ?? descriptionOf(schemasAt(schema, [])),
    }))
}

function colonAfter({ hasColon, quote }: Cursor): string {
  return hasColon || quote !== '' ? '' : ': '
}

export function valueProposal(cursor: Cursor, { value, meaning }: NamedValue, notation: Notation): Proposal {
  return {
    label: String(value),
    text: `${cursor.needsSpace ? ' ' : ''}${written(value, cursor, notation)}`,
    ...rangeOf(cursor),
    kind: 'value',
    documentation: meaning,
  }
}

function itemProposal(cursor: Cursor, named: NamedValue): Proposal {
  const proposal = valueProposal(cursor, named, 'yaml')
  return { ...proposal, text: `- ${proposal.text}` }
}

function rangeOf({ start, end }: Cursor): Pick<Proposal, 'start' | 'end'> {
  return { start, end }
}

/** In the quotes that are there, else in those that it needs. */
function written(value: NamedValue['value'], { quote }: Cursor, notation: Notation): string {
  const text = String(value)
  if (quote === '"') return JSON.stringify(text).slice(1, -1)
  if (quote === "'") return text.replaceAll("'", "''")
  const isPlain = typeof value !== 'string' || (notation === 'yaml' && isPlainInYaml(text))
  return isPlain ? text : JSON.stringify(text)
}

/** Certainly: what is in doubt gets quotes. */
function isPlainInYaml(text: string): boolean {
  return (
    /^[A-Za-z_$./][^\s,[\]{}#"'`&*!|>%@\\]*$/.test(text) &&
    !/:$/.test(text) &&
    !/^(?:true|false|null|yes|no|y|n)$/i.test(text)
  )
}
