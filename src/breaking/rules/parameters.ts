import type { BreakingRule } from '../breaking-change.ts'

export const parameterRules: readonly BreakingRule[] = [
  {
    id: 'breaking-parameter-added',
    severity: 'error',
    title: 'A required parameter is new',
    why: 'Clients do not send it, so that their requests are refused.',
    fix: 'Make it optional, with a default that keeps the old behavior.',
    example: { before: 'parameters: []', after: 'parameters:\n- {name: q, in: query, required: true}' },
  },
  {
    id: 'breaking-parameter-became-required',
    severity: 'error',
    title: 'A parameter became required',
    why: 'Clients that leave it out are refused.',
    fix: 'Leave it optional, with a default that keeps the old behavior.',
    example: {
      before: 'parameters:\n- {name: q, in: query}',
      after: 'parameters:\n- {name: q, in: query, required: true}',
    },
  },
]
