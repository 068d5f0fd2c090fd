import type { Location } from './location.ts'
import type { Severity, SeverityChange } from './severity.ts'

/** One rule hit at one place. */
export interface Issue {
  /** 16 hexadecimal characters in a sandbox answer: the same for the same input. */
  readonly _id: string
  readonly org_id?: string | undefined
  readonly api_id: string
  readonly ruleset_id: string
  readonly ruleset_name?: string | undefined
  readonly rule_id: string
  readonly rule_summary?: string | undefined
  readonly how_to_fix?: string | undefined
  readonly message: string
  readonly severity: Severity
  /** 1 error, 2 warn, 3 info, 4 hint. */
  readonly severity_order?: number | undefined
  /** The severity that its rule will have after a day. */
  readonly severity_change?: SeverityChange | undefined
  /** Dot-joined path of the node, without a leading `$.`. */
  readonly path: string
  /** The node's keys: where one holds a dot, so that `path` does not tell, and where a saved API was read for it. Derived here, never taken from a network. */
  readonly pointer?: string | undefined
  /** `path` leads to several nodes of the definition; without `pointer`, which of them is not known. */
  readonly ambiguous?: true | undefined
  /** Where the service saw it; a local definition's own position is in `file`, `line` and `column`. */
  readonly location?: Location | undefined
  readonly created_at?: string | undefined
  /** The local file that it is in. */
  readonly file?: string | undefined
  /** The local definition that it is of, where `file` is another one that the definition refers to. */
  readonly definition?: string | undefined
  readonly line?: number | undefined
  readonly column?: number | undefined
  /** It was there at the base of the run. */
  readonly known?: true | undefined
  /** The JSON Pointer of the object in the definition whose `x-lint-ignore` names the rule. Derived here, like `pointer`. */
  readonly ignored_at?: string | undefined
  /** Set when the issue does not count: it is shown as a number, and on request. */
  readonly excused?: Excuse | undefined
}

/** Why an issue does not count against the policy. */
export interface Excuse {
  readonly by: 'waiver' | 'definition' | 'baseline' | 'base' | 'major'
  /** Which new major version allows it. A waiver's: why, who answers for it, and its last day (YYYY-MM-DD). */
  readonly reason?: string | undefined
  readonly owner?: string | undefined
  readonly expires?: string | undefined
}
