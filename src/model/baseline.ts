import type { Issue } from './issue.ts'

/** Whose issue it is: a saved API's, or a local definition's that goes by its file because it has no id of its own. */
export type Subject = { readonly api_id: string } | { readonly file: string }

/** An issue that was known before. */
export type BaselineEntry = Subject & Pick<Issue, 'ruleset_id' | 'rule_id' | 'path' | 'message' | '_id'>
