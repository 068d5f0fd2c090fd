import type { BreakingRule } from '../breaking-change.ts'
import { announce, newVersion, nextMajor } from './schema-rows.ts'

export const operationRules: readonly BreakingRule[] = [
  {
    id: 'breaking-base-path-changed',
    severity: 'error',
    title: 'What precedes each path was changed',
    why: 'Clients that use the former base path get 404 for every operation.',
    fix: 'Keep a server with the former base path until its clients have moved.',
    example: {
      before: 'servers: [{url: https://example.com/v1}]\npaths: {}',
      after: 'servers: [{url: https://example.com/v2}]\npaths: {}',
    },
  },
  {
    id: 'breaking-server-removed',
    severity: 'warn',
    title: 'A server was removed',
    why: 'Clients that use it may no longer be answered.',
    fix: 'Keep the server until its clients have moved.',
    example: {
      before: 'servers: [{url: https://a.example.com}, {url: https://b.example.com}]\npaths: {}',
      after: 'servers: [{url: https://a.example.com}]\npaths: {}',
    },
  },
  {
    id: 'breaking-path-removed',
    severity: 'error',
    title: 'A path was removed',
    why: 'Clients that call it get 404.',
    fix: announce('the path'),
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
    fix: announce('the operation'),
    example: { before: 'paths:\n  /pets: {get: {}, post: {}}', after: 'paths:\n  /pets: {get: {}}' },
  },
  {
    id: 'breaking-operation-removed-before-sunset',
    severity: 'error',
    title: 'An operation was removed before the date that was announced',
    why: 'Its x-sunset told clients that they could call it until then.',
    fix: 'Keep the operation until that day.',
    example: {
      before: "paths:\n  /pets:\n    get: {}\n    post: {deprecated: true, x-sunset: '9999-12-31'}",
      after: 'paths:\n  /pets:\n    get: {}',
    },
  },
  {
    id: 'breaking-deprecated-operation-removed',
    severity: 'warn',
    title: 'An operation was removed that was deprecated without a date',
    why: 'Clients knew that it would go, but not when.',
    fix: 'Keep it, give it an x-sunset, and remove it after that day.',
    example: {
      before: 'paths:\n  /pets:\n    get: {}\n    post: {deprecated: true}',
      after: 'paths:\n  /pets:\n    get: {}',
    },
  },
]

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
