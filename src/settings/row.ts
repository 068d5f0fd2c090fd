import type { z } from 'zod'

export interface Row<Value> {
  /** Made when there is a value to check: most runs set few. */
  readonly schema: () => z.ZodType<Value>
  /** What to write, for error messages and editors. */
  readonly hint: string
  /** The same for what is inside: `[]` is an item of a list, `*` a name that the user chooses. */
  readonly inner?: Readonly<Record<string, string>>
  /** What the key, its flag and its variable mean, as a noun phrase. */
  readonly help?: string
  readonly flag?: Flag
  readonly variable?: string
  /** The variable holds a credential; `<variable>_FILE` can name a file instead. */
  readonly isSecret?: boolean
  readonly default?: Value
  /** Where it may come from besides its flag and its variable. Default: both. */
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
  readonly group: FlagGroup
  readonly isRepeatable?: boolean
  readonly isHidden?: boolean
  /** The value that the text stands for. Default: the text. */
  readonly read?: (text: unknown) => unknown
}

export type FlagGroup = 'dashboard' | 'connection' | 'gateway' | 'target' | 'policy' | 'base' | 'request'

export interface Files<Value> {
  readonly use: 'read' | 'write'
  /** The value with each path replaced; it calls `change` for each path, in order. */
  readonly map: (value: Value, change: (path: string) => string) => Value
}

/** Values that a shell can complete: a list, or names that are looked up. */
export type Completion = readonly string[] | 'api' | 'ruleset' | 'category' | 'profile'
