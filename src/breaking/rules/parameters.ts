import type { BreakingRule } from '../breaking-change.ts'
import { announce } from './advice.ts'

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
