import type { Path } from '../../core/model/location.ts'
import type { SchemaError } from './schema-error.ts'

/** The settings and state of one validation. */
export interface CheckRun {
  /** False: each schema stops at its first keyword that fails. */
  readonly allErrors: boolean
  readonly deref: (value: unknown) => unknown
  /** True: when no branch of `anyOf` or `oneOf` matches, the errors of all branches are given before its own. */
  readonly everyBranch: boolean
  /** True: within a branch, with `everyBranch`. */
  readonly isBranch: boolean
  /** Properties that are not required: those of the other direction. */
  readonly leftOut: Direction | undefined
  /** Instances that passed in this or an earlier run; absent: nothing is remembered. */
  readonly passed: PassedInstances | undefined
  /** True: a yes or no is enough. */
  readonly isQuestion: boolean
  /** The same run as a question, once one was asked for. */
  quick: CheckRun | undefined
  /** How many more schemas may be entered; shared by all parts of the run. */
  readonly budget: { left: number }
}

/** The properties that the other side has to send: `readOnly` ones are not required in a request. */
export type Direction = 'readOnly' | 'writeOnly'

/** Instances by the checks that they have passed. */
export interface PassedInstances {
  /** The budget that passing again costs. */
  readonly costOf: (check: SchemaCheck, instance: object) => number | undefined
  readonly add: (check: SchemaCheck, instance: object, cost: number) => void
}

/** The keys and indexes of the instance that some keyword has looked at, for the `unevaluated` keywords. */
export interface EvaluatedParts {
  readonly keys: Set<string>
  readonly items: Set<number>
  /** True: told even by a schema that the instance fails, where that schema must hold in any case. */
  readonly always?: boolean | undefined
}

/** A compiled schema or keyword. `seen` is absent where no `unevaluated` keyword can ask. */
export type SchemaCheck = (
  instance: unknown,
  run: CheckRun,
  seen: EvaluatedParts | undefined,
) => readonly SchemaError[]

export type SchemaObject = Readonly<Record<string, unknown>>

/** Services for a keyword while its schema is compiled. */
export interface Compiler {
  /** The check of a subschema that stands at `path` below the keyword's schema. */
  readonly subschema: (schema: unknown, path: Path) => SchemaCheck
  /** The check of what a `$ref` names. Throws SchemaCompileError. */
  readonly reference: (reference: string) => SchemaCheck
  /** Throws SchemaCompileError, naming the keyword being compiled. */
  readonly refuse: (reason: string) => never
}

/** Makes the check of one keyword from its value; nothing when the value asks for nothing. */
export type Keyword = (value: unknown, schema: SchemaObject, compiler: Compiler) => SchemaCheck | undefined

export type KeywordTable = readonly (readonly [name: string, keyword: Keyword])[]
