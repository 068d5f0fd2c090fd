import type { BreakingRule } from '../breaking-change.ts'
import { newVersion } from './schema-rows.ts'

const header = (text: string) => `responses:\n  '200':\n    headers: ${text}`

export const responseRules: readonly BreakingRule[] = [
  {
    id: 'breaking-response-status-removed',
    severity: 'error',
    title: 'A successful response was removed',
    why: 'Clients wait for this status, and take another one for a failure.',
    fix: newVersion,
    example: { before: "responses:\n  '200': {}\n  '404': {}", after: "responses:\n  '404': {}" },
  },
  {
    id: 'breaking-response-media-type-removed',
    severity: 'error',
    title: 'A media type of responses was removed',
    why: 'Clients that can read only this one get 406, or what they cannot read.',
    fix: 'Offer the media type as before.',
    example: {
      before: "responses:\n  '200':\n    content: {application/json: {}, text/csv: {}}",
      after: "responses:\n  '200':\n    content: {application/json: {}}",
    },
  },
  {
    id: 'breaking-response-header-removed',
    severity: 'error',
    title: 'A required header of a response was removed',
    why: 'Clients were told that it is always there.',
    fix: newVersion,
    example: { before: header('{X-Total: {required: true}}'), after: header('{}') },
  },
  {
    id: 'breaking-response-optional-header-removed',
    severity: 'warn',
    title: 'An optional header of a response was removed',
    why: 'Clients that use it no longer get it.',
    fix: newVersion,
    example: { before: header('{X-Total: {}}'), after: header('{}') },
  },
  {
    id: 'breaking-response-header-became-optional',
    severity: 'error',
    title: 'A header of a response became optional',
    why: 'Clients were told that it is always there.',
    fix: newVersion,
    example: { before: header('{X-Total: {required: true}}'), after: header('{X-Total: {}}') },
  },
  {
    id: 'breaking-response-link-changed',
    severity: 'warn',
    title: 'A link of a response was removed, or leads elsewhere',
    why: 'Clients that follow it no longer find the way.',
    fix: 'Keep the link as it was.',
    example: {
      before: "responses:\n  '200': {links: {next: {operationId: a}}}",
      after: "responses:\n  '200': {}",
    },
  },
]
