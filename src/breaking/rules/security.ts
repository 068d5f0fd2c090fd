import type { BreakingRule } from '../breaking-change.ts'
import { nextMajor } from './advice.ts'

export const securityRules: readonly BreakingRule[] = [
  {
    id: 'breaking-security-added',
    severity: 'error',
    title: 'An operation now needs credentials',
    why: 'Clients without them get 401.',
    fix: `Let requests without credentials pass as before, or ${nextMajor}.`,
    example: { before: 'security: []', after: 'security:\n- apiKey: []' },
  },
  {
    id: 'breaking-security-changed',
    severity: 'error',
    title: 'Credentials that were enough no longer are',
    why: 'Clients that have only these get 401 or 403.',
    fix: 'Keep the old scheme and its scopes as an alternative.',
    example: { before: 'security:\n- oauth: [read]', after: 'security:\n- oauth: [read, write]' },
  },
]
