import type { Path } from '../../model/location.ts'
import type { Severity } from '../../model/severity.ts'

/** A document, and what one rule is to make of it. */
export interface Example {
  readonly rule: string
  /** Unique among the rule's own. */
  readonly name: string
  readonly kind: 'fails' | 'passes'
  readonly document: ExampleDocument
  /** For an example that fails: all of the rule's issues, in any order. Absent: at least one. */
  readonly issues: readonly ExpectedIssue[] | undefined
  /** Where it is in its file. */
  readonly line: number
  /** In the file of the examples. */
  readonly path: Path
}

/** The document of an example: data, the text of a document, or the name of a file. */
export type ExampleDocument =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly file: string }

/** What is given must hold; of the message it is a part. */
export interface ExpectedIssue {
  readonly path?: string | undefined
  readonly severity?: Severity | undefined
  readonly message?: string | undefined
}

/** The examples of one rule, and why there is such a rule. */
export interface RuleExamples {
  readonly rule: string
  readonly why: string | undefined
  readonly examples: readonly Example[]
  readonly line: number
}
