import type { BreakingRule } from '../breaking-change.ts'
import { announce } from './schema-rows.ts'

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
    why: 'Requests without it are refused.',
    fix: 'Leave it optional, with a default that keeps the old behavior.',
    example: {
      before: 'parameters:\n- {name: q, in: query}',
      after: 'parameters:\n- {name: q, in: query, required: true}',
    },
  },
  {
    id: 'breaking-parameter-removed',
    severity: 'warn',
    title: 'A parameter was removed',
    why: 'Clients that send it are refused, or no longer get what they asked for.',
    fix: announce('the parameter'),
    example: { before: 'parameters:\n- {name: q, in: query}', after: 'parameters: []' },
  },
  {
    id: 'breaking-parameter-removed-before-sunset',
    severity: 'error',
    title: 'A parameter was removed before the date that was announced',
    why: 'Its x-sunset told clients that they could send it until then.',
    fix: 'Keep the parameter until that day.',
    example: {
      before: "parameters:\n- {name: q, in: query, deprecated: true, x-sunset: '9999-12-31'}",
      after: 'parameters: []',
    },
  },
  {
    id: 'breaking-parameter-default-changed',
    severity: 'error',
    title: 'The default of a parameter changed',
    why: 'Clients that leave it out get something else than before.',
    fix: 'Restore the default.',
    example: {
      before: 'parameters:\n- {name: limit, in: query, schema: {type: integer, default: 20}}',
      after: 'parameters:\n- {name: limit, in: query, schema: {type: integer, default: 50}}',
    },
  },
  {
    id: 'breaking-parameter-style-changed',
    severity: 'error',
    title: 'The serialization of a parameter changed',
    why: 'What clients send is read as something else, such as a list in commas as one text.',
    fix: 'Restore style and explode (collectionFormat in 2.0).',
    example: {
      before: 'parameters:\n- {name: ids, in: query, schema: {type: array, items: {type: string}}}',
      after:
        'parameters:\n- {name: ids, in: query, explode: false, schema: {type: array, items: {type: string}}}',
    },
  },
]

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
