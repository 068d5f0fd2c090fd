import type { BreakingRule } from '../breaking-change.ts'
import { announce } from './advice.ts'

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
