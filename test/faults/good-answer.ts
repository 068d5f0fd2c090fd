export interface AnswerIssue {
  [field: string]: unknown
}

/** An evaluation as the service answers it; faults change what they need. */
export interface Answer {
  [field: string]: unknown
  rulesets: Record<string, unknown>[]
  issues: AnswerIssue[]
}

/** What a dashboard in order answers: every API was evaluated with the one ruleset, and each has one warning. */
export function goodAnswer(apiIds: readonly string[]): Answer {
  const issues = apiIds.map((api_id) => ({
    _id: `issue-of-${api_id}`,
    api_id,
    ruleset_id: 'rs-docs',
    rule_id: 'operation-description',
    message: `an operation of ${api_id} has no description`,
    severity: 'warn',
    path: 'paths./a.get',
  }))
  const counts = { error_count: 0, warn_count: issues.length, info_count: 0, hint_count: 0 }
  const about = {
    id: 'rs-docs',
    name: 'Documentation',
    resource_type: 'oas-api',
    active: true,
    action: 'warn',
  }
  return {
    rulesets: [{ ...about, ...counts }],
    issues,
    total: issues.length,
    truncated: false,
    ...counts,
    evaluated_apis: apiIds.length,
    elapsed_ms: 3,
  }
}
