/** What a ruleset says would fix the issues of a rule: one of `set`, `remove` and `rename`. */
export interface DeclaredFix {
  /** The member of the object at the issue, or the place of the issue itself. Absent: what is at the issue. */
  readonly field?: string | undefined
  readonly set?: unknown
  readonly remove?: boolean | undefined
  readonly rename?: string | undefined
  /** Where `set` adds the field: before this one. */
  readonly insertBefore?: string | undefined
  readonly safe?: boolean | undefined
}
