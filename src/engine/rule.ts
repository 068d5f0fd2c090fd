/**
 * Rulesets and functions after reading and checking. `ruleset/` makes them from text, `compile.ts` turns their queries
 * into one plan, `evaluate.ts` runs the plan over a document.
 */
import type { z } from 'zod'
import type { OpenApiVersion, openApiVersions } from '../core/document/openapi-versions.ts'
import type { EngineName } from '../core/model/engine-name.ts'
import type { SeverityChange } from '../core/model/issue.ts'
import type { Location, Path } from '../core/model/location.ts'
import type { Severity } from '../core/model/severity.ts'
import type { SourceDocument } from '../core/model/source-document.ts'
import type { Query } from './jsonpath/query.ts'
import type { WholeDocument } from './openapi/document.ts'

/** A document kind that a rule may be restricted to; `oas3` stands for every 3.x. */
export type VersionFormat = (typeof openApiVersions)[OpenApiVersion]['format']
export type RuleFormat = 'oas3' | VersionFormat

/** A message, and its path if that is not the target's own. */
export interface FunctionResult {
  readonly message: string
  /** From the document's root. Absent: the target's own path. */
  readonly path?: Path | undefined
  /** The path of the first of those that are alike, where this is a later one. */
  readonly first?: Path | undefined
  /** A key of the object at `path`: the issue is placed at it. */
  readonly misplacedKey?: string | undefined
  /** The message has placeholders such as `{{value}}`, too. */
  readonly isTemplate?: boolean | undefined
  /**
   * `name`: at the key that `path` ends in. `key`: for vacuum the same, where `path` itself may lead on. `inside`: for vacuum, at the first line inside.
   * `node`: the same, and not beyond a reference that `path` ends at. `above`: that, or the line before.
   * `before`: always the line before the first line inside.
   */
  readonly at?: 'name' | 'key' | 'inside' | 'node' | 'above' | 'before' | undefined
}

/** The surroundings of a function's target. */
export interface FunctionContext extends WholeDocument {
  /** The target's path from the document's root, in the document that holds it. */
  readonly path: Path
  /** Follows `value` while it is a `$ref` object; anything else comes back as it is. A dangling one stays. */
  readonly deref: (value: unknown) => unknown
  /** Like `deref`, for the rule's view of the document: a circular `$ref` stays, too. */
  readonly view: (value: unknown) => unknown
  /** Locates the value at a path; a path into another file is that file's. */
  readonly locate: (path: Path) => Location
  /** The path of the target by the way it was reached: if by a reference, that. */
  readonly written: Path
  /** The target is a key, not a value. */
  readonly isKey: boolean
  /** The text and the keys of the document itself, not of its files. */
  readonly document: Pick<SourceDocument, 'textOf' | 'series' | 'keyFaults'>
  /** The `field` of the `then` being run, for messages. */
  readonly property: string | undefined
  readonly rule: Rule
}

export type ValueKind = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'object'

/** A rule's check. `target` is undefined when `field` names something that is not there. */
export interface RuleFunction<Options = unknown> {
  readonly name: string
  /** Checks and completes `functionOptions`; `undefined` is what a `then` without them gives. */
  readonly options: () => z.ZodType<Options>
  /** It takes none: there is nothing to check where a `then` has none. */
  readonly hasNoOptions?: boolean | undefined
  /** The kinds of values that it looks at; it finds nothing in others. Absent: all. */
  readonly checks?: readonly ValueKind[] | undefined
  /** Called before each evaluation: nothing of an earlier one may be left in it. */
  readonly begin?: (() => void) | undefined
  /** Why a rule that names it fails, on any document; undefined while it can be run. */
  readonly unavailable?: (() => string | undefined) | undefined
  /** Its answer may depend on the way by which a target was reached: it is run for each way, and its path is that way. */
  readonly asksRoute?: boolean | undefined
  /** It reads the `field` by itself: its target is what `given` found. */
  readonly readsField?: boolean | undefined
  /** It is code of the ruleset, run in the sandbox. */
  readonly isSandboxed?: boolean | undefined
  /** Packages that its code names and that are not there: it fails where it uses one. */
  readonly lacks?: readonly string[] | undefined
  readonly run: (target: unknown, options: Options, context: FunctionContext) => readonly FunctionResult[]
}

export interface Then {
  readonly field: string | undefined
  readonly function: RuleFunction
  readonly options: unknown
  /** The options as the ruleset writes them, for people. */
  readonly written?: unknown
}

export interface Rule {
  readonly id: string
  /** Its `id` in the ruleset, by which vacuum calls it. Absent: its name. */
  readonly statedId?: string | undefined
  readonly description: string
  /** May hold placeholders such as `{{value}}`; absent: the function's own message. */
  readonly message: string | undefined
  readonly howToFix: string
  readonly documentationUrl: string | undefined
  readonly severity: Severity
  /** Another severity follows after a day: who knows the day applies it. */
  readonly dated?: SeverityChange | undefined
  readonly given: readonly Query[]
  readonly then: readonly Then[]
  /** Absent: any document. Empty: none, for it is for kinds of documents that are not evaluated here. */
  readonly formats: readonly RuleFormat[] | undefined
  /** False: `$ref` objects are seen as written. */
  readonly resolved: boolean
  /** Absent: Spectral. */
  readonly engine?: EngineName | undefined
  /** Its `given` comes with the engine: that it matches nothing in a document says nothing about the ruleset. */
  readonly isBuiltIn?: boolean | undefined
}

/** The rules that are on, in the order in which the ruleset (and what it extends) names them. */
export interface Ruleset {
  readonly rules: readonly Rule[]
  /** It defines and extends no rule at all. */
  readonly isEmpty?: boolean | undefined
  readonly parserOptions?: ParserOptions | undefined
  /** Absent where it has no `overrides`: what it says of the file of that name. */
  readonly forFile?: ((file: string) => FileRuleset) | undefined
  /** Its `overrides`, one by one. */
  readonly overrides?: readonly OverrideUse[] | undefined
}

/** The place of an entry of `overrides`, and whether it concerns a file or a place in it. */
export interface OverrideUse {
  readonly place: string
  readonly concerns: (file: string, root: unknown) => boolean
}

/** The severities of keys that do not mean what they seem to; absent: error. */
export interface ParserOptions {
  /** Keys that are repeated. Only the last counts, so that `off` is a hint. */
  readonly duplicateKeys?: Severity | 'off' | undefined
  /** Keys that are not strings. */
  readonly incompatibleValues?: Severity | 'off' | undefined
}

export interface FileRuleset {
  /** The rules that are on in the file, or at some place in it. */
  readonly rules: readonly Rule[]
  /** Severities that rules have at and below a place, by their ids. The deepest place that fits an issue counts. */
  readonly exceptions: readonly Exception[]
  /** The ids of rules that are off in the file, but for places that have an exception. */
  readonly offElsewhere: ReadonlySet<string>
  readonly parserOptions: ParserOptions | undefined
}

export interface Exception {
  readonly pointer: Path
  /** The place of its entry of `overrides`. */
  readonly place: string
  readonly severities: ReadonlyMap<string, Severity | 'off'>
}

/** One rule hit at one place, before anyone gives it an identity. */
export interface EngineIssue {
  readonly rule: Rule
  readonly message: string
  readonly path: Path
  readonly location: Location
  /** Absent: the document itself; else the file, among those that it refers to, that `path` and `location` are of. */
  readonly file?: string | undefined
  /** In such a file: where the key of what is at `location` begins. */
  readonly key?: Location | undefined
  /** The first of those that are alike: its file, as above, and where its key begins. */
  readonly first?: { readonly file: string | undefined; readonly location: Location } | undefined
}
