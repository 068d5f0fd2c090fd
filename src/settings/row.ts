import type { z } from 'zod'
import type { Path } from '../core/model/location.ts'
import { choiceSchema, createListSchema, duration, durationText, filledText, wholeNumber } from './kinds.ts'

export interface Row<Value> {
  /** Made when there is a value to check: most runs set few. */
  readonly schema: () => z.ZodType<Value>
  /** How to write the value, for error messages and editors. */
  readonly hint: string
  /** Hints for inner keys: `[]` is an item of a list, `*` a name that the user chooses. */
  readonly inner?: Readonly<Record<string, string>>
  /** The meaning of the key, its flag and its variable, as a noun phrase. */
  readonly help?: string
  readonly flag?: Flag
  readonly variable?: string
  /** The variable holds a credential; `<variable>_FILE` can name a file instead. */
  readonly isSecret?: boolean
  readonly default?: Value
  /** What an absent value means, where absence itself is the default. */
  readonly absent?: Value
  /** The sources that it may have besides its flag and its variable. Default: both. */
  readonly sources?: readonly Source[]
  readonly isRequired?: boolean
  /** The files or folders that the value names. */
  readonly files?: Files<Value>
  readonly completion?: Completion
  /** The value as `gov config show` prints it. Default: as it is. */
  readonly shown?: (value: Value) => unknown
}

export type Rows<All> = { readonly [Name in keyof All]: Row<All[Name]> }

export type Source = 'file' | 'option'

export interface Flag {
  readonly spelling: `--${string} <${string}>`
  readonly short?: `-${string}`
  readonly group: FlagGroup
  readonly isRepeatable?: boolean
  readonly isHidden?: boolean
  /** The value that the text stands for. Default: the text. */
  readonly read?: (text: unknown) => unknown
}

export type FlagGroup = 'dashboard' | 'connection' | 'gateway' | 'target' | 'policy' | 'base' | 'request'

export interface Files<Value> {
  readonly use: 'read' | 'write'
  /** The value with each path replaced. `at` is the way to it within the value. */
  readonly map: (value: Value, change: (path: string, at: Path) => string) => Value
}

/** Values that a shell can complete: a list, or names that are looked up. */
export type Completion = readonly string[] | 'api' | 'ruleset' | 'category' | 'profile' | 'check'

export const number = 'Write a whole number, without quotes.'
export const id = 'Write each id once, as a string; quote it if it is all digits.'
export const file = 'Write the path of a JSON or YAML file.'

export const listHint = (what: string) =>
  `Write a list with at least one ${what}, each once, or delete the key.`

/** A list of names; `each` is the hint for one of them. */
export const nameList = (what: string, each: string) => ({
  schema: createNamesSchema,
  hint: listHint(what),
  inner: { '[]': each },
})

export const createNamesSchema = () => createListSchema(filledText(), (name) => name)

/** The number that digits stand for; anything else stays as it is, for the schema to refuse. */
export function readNumber(typed: unknown): unknown {
  return typeof typed === 'string' && /^\d{1,15}$/.test(typed) ? Number(typed) : typed
}

export const createCount = (range: string, most?: number, least?: number) => ({
  schema: () => wholeNumber(range, most, least),
  hint: number,
})

export const createChoice = <const Choices extends readonly [string, ...string[]]>(choices: Choices) => ({
  schema: () => choiceSchema(choices),
  hint: `Write one of: ${choices.join(', ')}.`,
  completion: choices,
})

/** Milliseconds. */
export const time = {
  schema: duration,
  hint: 'Write a number with its unit, such as "500ms", "30s", "5m" or "2h".',
  shown: durationText,
}

export const fileToRead: Files<string> = { use: 'read', map: (path, change) => change(path, []) }

export const pem = { schema: filledText, hint: 'Write the path of a PEM file.', files: fileToRead }

export const filesToRead: Files<readonly string[]> = {
  use: 'read',
  map: (paths, change) => paths.map((path, index) => change(path, [index])),
}
