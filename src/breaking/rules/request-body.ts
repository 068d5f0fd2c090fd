import type { BreakingRule } from '../breaking-change.ts'
import { announce } from './advice.ts'

const json = (rest: string) => `requestBody:\n  content: {application/json: {}}${rest}`

export const requestBodyRules: readonly BreakingRule[] = [
  {
    id: 'breaking-request-body-added',
    severity: 'error',
    title: 'A required request body is new',
    why: 'Clients do not send one, so that their requests are refused.',
    fix: 'Make the body optional.',
    example: { before: 'summary: no body', after: json('\n  required: true') },
  },
  {
    id: 'breaking-request-body-became-required',
    severity: 'error',
    title: 'The request body became required',
    why: 'Requests without a body are refused.',
    fix: 'Leave it optional.',
    example: { before: json(''), after: json('\n  required: true') },
  },
  {
    id: 'breaking-request-body-removed',
    severity: 'error',
    title: 'The request body was removed',
    why: 'What clients send is refused, or ignored.',
    fix: announce('the body'),
    example: { before: json(''), after: 'summary: no body' },
  },
  {
    id: 'breaking-request-media-type-removed',
    severity: 'error',
    title: 'A media type of requests was removed',
    why: 'Clients that send it get 415.',
    fix: 'Accept the media type as before.',
    example: {
      before: 'requestBody:\n  content: {application/json: {}, text/csv: {}}',
      after: 'requestBody:\n  content: {application/json: {}}',
    },
  },
  {
    id: 'breaking-request-media-types-listed',
    severity: 'warn',
    title: 'Requests in any media type are restricted to some',
    why: 'Clients that send another one get 415; where `*/*` only stood for the ones named now, nothing breaks.',
    fix: 'Keep `*/*`, or name each media type that clients send.',
    example: {
      before: "requestBody:\n  content: {'*/*': {}}",
      after: 'requestBody:\n  content: {application/json: {}}',
    },
  },
]
