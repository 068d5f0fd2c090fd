import type { BreakingRule } from '../breaking-change.ts'
import { newVersion } from './advice.ts'

const hook = (rest: string) => `paths: {}\nwebhooks:\n  petSold: {post: ${rest}}`

/** What the API calls. */
export const webhookRules: readonly BreakingRule[] = [
  {
    id: 'breaking-webhook-removed',
    severity: 'error',
    title: 'A webhook was removed',
    why: 'Receivers wait for calls that no longer come.',
    fix: 'Keep the webhook, or tell its receivers first.',
    example: { before: 'paths: {}\nwebhooks:\n  petSold: {post: {}}', after: 'paths: {}\nwebhooks: {}' },
  },
  {
    id: 'breaking-callback-removed',
    severity: 'error',
    title: 'A callback was removed',
    why: 'Clients that gave an address wait for calls that no longer come.',
    fix: 'Keep the callback, or tell its receivers first.',
    example: {
      before: "callbacks:\n  sold:\n    '{$request.query.url}': {post: {}}",
      after: 'callbacks: {}',
    },
  },
  {
    id: 'breaking-webhook-part-removed',
    severity: 'error',
    title: 'A webhook or callback no longer sends what it always sent',
    why: 'Receivers were told that it is always there.',
    fix: newVersion,
    example: {
      before: hook('{parameters: [{name: signature, in: header, required: true}]}'),
      after: hook('{}'),
    },
  },
  {
    id: 'breaking-webhook-optional-part-removed',
    severity: 'warn',
    title: 'A webhook or callback no longer sends something that it could send',
    why: 'Receivers that use it no longer get it.',
    fix: newVersion,
    example: {
      before: hook('{parameters: [{name: signature, in: header}]}'),
      after: hook('{}'),
    },
  },
  {
    id: 'breaking-webhook-answer-changed',
    severity: 'warn',
    title: 'Answers to a webhook or callback have to be others',
    why: 'Receivers answer as before, and their answers are taken for failures.',
    fix: 'Go on accepting the answers of the earlier version.',
    example: {
      before: hook("{responses: {'200': {}}}"),
      after: hook("{responses: {'204': {}}}"),
    },
  },
]
