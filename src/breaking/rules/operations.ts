import type { BreakingRule } from '../breaking-change.ts'

export const operationRules: readonly BreakingRule[] = [
  {
    id: 'breaking-path-removed',
    severity: 'error',
    title: 'A path was removed',
    why: 'Clients that call it get 404.',
    fix: 'Keep the path, mark its operations deprecated, with x-sunset, and remove it after that date.',
    example: {
      before: 'paths:\n  /pets: {get: {}}\n  /cats: {get: {}}',
      after: 'paths:\n  /pets: {get: {}}',
    },
  },
  {
    id: 'breaking-operation-removed',
    severity: 'error',
    title: 'An operation was removed',
    why: 'Clients that call it get 404 or 405.',
    fix: 'Keep it, mark it deprecated, with x-sunset, and remove it after that date.',
    example: { before: 'paths:\n  /pets: {get: {}, post: {}}', after: 'paths:\n  /pets: {get: {}}' },
  },
]
