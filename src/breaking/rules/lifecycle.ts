import type { BreakingRule } from '../breaking-change.ts'

export const lifecycleRules: readonly BreakingRule[] = [
  {
    id: 'breaking-sunset-removed',
    severity: 'error',
    title: 'Something deprecated lost its date',
    why: 'Clients plan by the x-sunset that they were given.',
    fix: 'Restore the x-sunset, or remove deprecated.',
    example: { before: "deprecated: true\nx-sunset: '2030-01-31'", after: 'deprecated: true' },
  },
  {
    id: 'breaking-sunset-earlier',
    severity: 'error',
    title: 'Something deprecated is to go earlier than announced',
    why: 'Clients plan by the x-sunset that they were given.',
    fix: 'Restore the date, or choose a later one.',
    example: {
      before: "deprecated: true\nx-sunset: '2030-01-31'",
      after: "deprecated: true\nx-sunset: '2029-01-31'",
    },
  },
  {
    id: 'breaking-sunset-unreadable',
    severity: 'error',
    title: 'An x-sunset is not a date',
    why: 'Neither clients nor tools can tell when something goes.',
    fix: 'Write a date: 2030-01-31.',
    example: { before: 'deprecated: false', after: 'deprecated: true\nx-sunset: next year' },
  },
  {
    id: 'breaking-stability-lowered',
    severity: 'error',
    title: 'Something became less stable',
    why: 'Clients rely on what they were told is stable; without x-stability-level, it is.',
    fix: 'Restore the x-stability-level.',
    example: { before: 'x-stability-level: stable', after: 'x-stability-level: beta' },
  },
  {
    id: 'breaking-not-compared',
    severity: 'error',
    title: 'Something cannot be compared',
    why: 'What breaks is not known where a definition or a reference cannot be read.',
    fix: 'Correct the reference, or the definition.',
    example: {
      before: 'requestBody:\n  content:\n    application/json:\n      schema: {type: string}',
      after:
        "requestBody:\n  content:\n    application/json:\n      schema: {type: string, allOf: [{$ref: '#/nowhere'}]}",
    },
  },
]
