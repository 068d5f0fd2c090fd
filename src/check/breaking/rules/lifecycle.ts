import { error } from './rows.ts'

export const lifecycleRules = [
  error(
    'breaking-sunset-removed',
    'Something deprecated lost its date',
    'Clients plan by the x-sunset that they were given.',
    'Restore the x-sunset, or remove deprecated.',
    "deprecated: true\nx-sunset: '2030-01-31'",
    'deprecated: true',
  ),
  error(
    'breaking-sunset-earlier',
    'Something deprecated is to go earlier than announced',
    'Clients plan by the x-sunset that they were given.',
    'Restore the date, or choose a later one.',
    "deprecated: true\nx-sunset: '2030-01-31'",
    "deprecated: true\nx-sunset: '2029-01-31'",
  ),
  error(
    'breaking-sunset-unreadable',
    'An x-sunset is not a date',
    'Neither clients nor tools can tell when something goes.',
    'Write a date: 2030-01-31.',
    'deprecated: false',
    'deprecated: true\nx-sunset: next year',
  ),
  error(
    'breaking-stability-lowered',
    'Something became less stable',
    'Clients rely on what they were told is stable; without x-stability-level, it is.',
    'Restore the x-stability-level.',
    'x-stability-level: stable',
    'x-stability-level: beta',
  ),
  error(
    'breaking-not-compared',
    'Something cannot be compared',
    'What breaks is not known where a definition or a reference cannot be read.',
    'Correct the reference, or the definition.',
    'requestBody:\n  content:\n    application/json:\n      schema: {type: string}',
    "requestBody:\n  content:\n    application/json:\n      schema: {type: string, allOf: [{$ref: '#/nowhere'}]}",
  ),
]
