import type { Fetch, FetchAnswer, FetchInit } from '../../src/dashboard/read-answer.ts'

/** An evaluation as the service answers it: one warning of one ruleset on one API. */
export const wireEvaluation = {
  rulesets: [
    {
      id: 'rs-docs',
      name: 'Documentation',
      resource_type: 'oas-api',
      active: true,
      action: 'warn',
      error_count: 0,
      warn_count: 1,
      info_count: 0,
      hint_count: 0,
    },
  ],
  issues: [
    {
      _id: '0123456789abcdef',
      org_id: 'org',
      api_id: 'payments',
      ruleset_id: 'rs-docs',
      ruleset_name: 'Documentation',
      rule_id: 'operation-description',
      rule_summary: 'Operations are described',
      how_to_fix: 'Write a description.',
      message: 'GET /payments has no description',
      severity: 'warn',
      severity_order: 2,
      path: 'paths./payments.get',
      location: { start_line: 12, start_char: 5, end_line: 30, end_char: 9 },
      created_at: '2026-11-20T10:00:00Z',
    },
  ],
  total: 1,
  truncated: false,
  error_count: 0,
  warn_count: 1,
  info_count: 0,
  hint_count: 0,
  evaluated_apis: 1,
  elapsed_ms: 7,
}

export function answer(status: number, body: string, headers: Record<string, string> = {}): FetchAnswer {
  return {
    status,
    headers: { get: (name) => headers[name.toLowerCase()] ?? null },
    text: async () => body,
  }
}

export interface Recorded {
  readonly url: string
  readonly init: FetchInit
}

/** A fetch that answers always the same, and the calls that it got. */
export function recordingFetch(given: FetchAnswer): { fetch: Fetch; calls: Recorded[] } {
  const calls: Recorded[] = []
  const fetch: Fetch = async (url, init) => {
    calls.push({ url, init })
    return given
  }
  return { fetch, calls }
}
