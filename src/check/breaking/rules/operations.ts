import { announce, error, newVersion, nextMajor, warning } from './rows.ts'

export const operationRules = [
  error(
    'breaking-base-path-changed',
    'What precedes each path was changed',
    'Clients that use the former base path get 404 for every operation.',
    'Keep a server with the former base path until its clients have moved.',
    'servers: [{url: https://example.com/v1}]\npaths: {} => servers: [{url: https://example.com/v2}]\npaths: {}',
  ),
  warning(
    'breaking-server-removed',
    'A server was removed',
    'Clients that use it may no longer be answered.',
    'Keep the server until its clients have moved.',
    'servers: [{url: https://a.example.com}, {url: https://b.example.com}]\npaths: {} => servers: [{url: https://a.example.com}]\npaths: {}',
  ),
  error(
    'breaking-last-server-removed',
    'No former server is left, or none with https',
    'Clients that use it are no longer answered, or send their credentials for all to read.',
    'Keep the server until its clients have moved.',
    'servers: [{url: https://a.example.com}]\npaths: {} => servers: [{url: https://b.example.com}]\npaths: {}',
  ),
  error(
    'breaking-path-removed',
    'A path was removed',
    'Clients that call it get 404.',
    announce('the path'),
    'paths:\n  /pets: {get: {}}\n  /cats: {get: {}} => paths:\n  /pets: {get: {}}',
  ),
  error(
    'breaking-operation-removed',
    'An operation was removed',
    'Clients that call it get 404 or 405.',
    announce('the operation'),
    'paths:\n  /pets: {get: {}, post: {}} => paths:\n  /pets: {get: {}}',
  ),
  error(
    'breaking-operation-removed-before-sunset',
    'An operation was removed before the date that was announced',
    'Its x-sunset told clients that they could call it until then.',
    'Keep the operation until that day.',
    "paths:\n  /pets:\n    get: {}\n    post: {deprecated: true, x-sunset: '9999-12-31'} => paths:\n  /pets:\n    get: {}",
  ),
  warning(
    'breaking-deprecated-operation-removed',
    'An operation was removed that was deprecated without a date',
    'Clients knew that it would go, but not when.',
    'Keep it, give it an x-sunset, and remove it after that day.',
    'paths:\n  /pets:\n    get: {}\n    post: {deprecated: true} => paths:\n  /pets:\n    get: {}',
  ),
]

const hook = (rest: string) => `paths: {}\nwebhooks:\n  petSold: {post: ${rest}}`

export const webhookRules = [
  error(
    'breaking-webhook-removed',
    'A webhook was removed',
    'Receivers wait for calls that no longer come.',
    'Keep the webhook, or tell its receivers first.',
    'paths: {}\nwebhooks:\n  petSold: {post: {}} => paths: {}\nwebhooks: {}',
  ),
  error(
    'breaking-callback-removed',
    'A callback was removed',
    'Clients that gave an address wait for calls that no longer come.',
    'Keep the callback, or tell its receivers first.',
    "callbacks:\n  sold:\n    '{$request.query.url}': {post: {}} => callbacks: {}",
  ),
  error(
    'breaking-webhook-part-removed',
    'A webhook or callback no longer sends what it always sent',
    'Receivers were told that it is always there.',
    newVersion,
    `${hook('{parameters: [{name: signature, in: header, required: true}]}')} => ${hook('{}')}`,
  ),
  warning(
    'breaking-webhook-optional-part-removed',
    'A webhook or callback no longer sends something that it could send',
    'Receivers that use it no longer get it.',
    newVersion,
    `${hook('{parameters: [{name: signature, in: header}]}')} => ${hook('{}')}`,
  ),
  error(
    'breaking-webhook-answer-changed',
    'Answers to a webhook or callback have to be others',
    'Receivers answer as before, and their answers are taken for failures.',
    'Go on accepting the answers of the earlier version.',
    `${hook("{responses: {'200': {}}}")} => ${hook("{responses: {'204': {}}}")}`,
  ),
]

export const securityRules = [
  error(
    'breaking-security-added',
    'An operation now needs credentials',
    'Clients without them get 401.',
    `Let requests without credentials pass as before, or ${nextMajor}.`,
    'security: [] => security:\n- apiKey: []',
  ),
  error(
    'breaking-security-changed',
    'Credentials that were enough no longer are',
    'Clients that have only these get 401 or 403.',
    'Keep the old scheme and its scopes as an alternative.',
    'security:\n- oauth: [read] => security:\n- oauth: [read, write]',
  ),
]

export const lifecycleRules = [
  error(
    'breaking-sunset-removed',
    'Something deprecated lost its date',
    'Clients plan by the x-sunset that they were given.',
    'Restore the x-sunset, or remove deprecated.',
    "deprecated: true\nx-sunset: '2030-01-31' => deprecated: true",
  ),
  error(
    'breaking-sunset-earlier',
    'Something deprecated is to go earlier than announced',
    'Clients plan by the x-sunset that they were given.',
    'Restore the date, or choose a later one.',
    "deprecated: true\nx-sunset: '2030-01-31' => deprecated: true\nx-sunset: '2029-01-31'",
  ),
  error(
    'breaking-sunset-unreadable',
    'An x-sunset is not a date',
    'Neither clients nor tools can tell when something goes.',
    'Write a date: 2030-01-31.',
    'deprecated: false => deprecated: true\nx-sunset: next year',
  ),
  error(
    'breaking-sunset-missing',
    'Something is deprecated without the date that the policy asks for',
    'Clients plan by an x-sunset, and policy.deprecation_days says how early they have to know it.',
    'Add an x-sunset as late as the policy asks for.',
    'summary: all => deprecated: true',
  ),
  error(
    'breaking-sunset-too-soon',
    'Something is to go sooner than the policy allows',
    'Clients need time to move: policy.deprecation_days says how much.',
    'Choose a later x-sunset.',
    "summary: all => deprecated: true\nx-sunset: '2026-11-24'",
  ),
  error(
    'breaking-stability-lowered',
    'Something became less stable',
    'Clients rely on what they were told is stable; without x-stability-level, it is.',
    'Restore the x-stability-level.',
    'x-stability-level: stable => x-stability-level: beta',
  ),
  error(
    'breaking-not-compared',
    'Something cannot be compared',
    'What breaks is not known where a definition or a reference cannot be read.',
    'Correct the reference or the definition, or accept in a waiver what nobody can compare.',
    "requestBody:\n  content:\n    application/json:\n      schema: {type: string} => requestBody:\n  content:\n    application/json:\n      schema: {type: string, allOf: [{$ref: '#/nowhere'}]}",
  ),
]
