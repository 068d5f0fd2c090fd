import { aboutSchema, announce, error, newVersion, warning } from './rows.ts'

export const parameterRules = [
  error(
    'breaking-parameter-added',
    'A required parameter is new',
    'Clients do not send it, so that their requests are refused.',
    'Make it optional, with a default that keeps the old behavior.',
    'parameters: [] => parameters:\n- {name: q, in: query, required: true}',
  ),
  error(
    'breaking-parameter-became-required',
    'A parameter became required',
    'Requests without it are refused.',
    'Leave it optional, with a default that keeps the old behavior.',
    'parameters:\n- {name: q, in: query} => parameters:\n- {name: q, in: query, required: true}',
  ),
  warning(
    'breaking-parameter-removed',
    'A parameter was removed',
    'Clients that send it are refused, or no longer get what they asked for.',
    announce('the parameter'),
    'parameters:\n- {name: q, in: query} => parameters: []',
  ),
  error(
    'breaking-parameter-removed-before-sunset',
    'A parameter was removed before the date that was announced',
    'Its x-sunset told clients that they could send it until then.',
    'Keep the parameter until that day.',
    "parameters:\n- {name: q, in: query, deprecated: true, x-sunset: '9999-12-31'} => parameters: []",
  ),
  aboutSchema(
    'default',
    error(
      'breaking-parameter-default-changed',
      'The default of a parameter changed',
      'Clients that leave it out get something else than before.',
      'Restore the default.',
      'parameters:\n- {name: limit, in: query, schema: {type: integer, default: 20}} => parameters:\n- {name: limit, in: query, schema: {type: integer, default: 50}}',
    ),
  ),
  error(
    'breaking-parameter-style-changed',
    'The serialization of a parameter changed',
    'What clients send is read as something else, such as a list in commas as one text.',
    'Restore style and explode (collectionFormat in 2.0).',
    'parameters:\n- {name: ids, in: query, schema: {type: array, items: {type: string}}} => parameters:\n- {name: ids, in: query, explode: false, schema: {type: array, items: {type: string}}}',
  ),
]

const json = (rest: string) => `requestBody:\n  content: {application/json: {}}${rest}`

export const requestBodyRules = [
  error(
    'breaking-request-body-added',
    'A required request body is new',
    'Clients do not send one, so that their requests are refused.',
    'Make the body optional.',
    `summary: no body => ${json('\n  required: true')}`,
  ),
  error(
    'breaking-request-body-became-required',
    'The request body became required',
    'Requests without a body are refused.',
    'Leave it optional.',
    `${json('')} => ${json('\n  required: true')}`,
  ),
  error(
    'breaking-request-body-removed',
    'The request body was removed',
    'What clients send is refused, or ignored.',
    announce('the body'),
    `${json('')} => summary: no body`,
  ),
  error(
    'breaking-request-media-type-removed',
    'A media type of requests was removed',
    'Clients that send it get 415.',
    'Accept the media type as before.',
    'requestBody:\n  content: {application/json: {}, text/csv: {}} => requestBody:\n  content: {application/json: {}}',
  ),
  warning(
    'breaking-request-media-types-listed',
    'Requests in any media type are restricted to some',
    'Clients that send another one get 415; where `*/*` only stood for the ones named now, nothing breaks.',
    'Keep `*/*`, or name each media type that clients send.',
    "requestBody:\n  content: {'*/*': {}} => requestBody:\n  content: {application/json: {}}",
  ),
]

const header = (text: string) => `responses:\n  '200':\n    headers: ${text}`

export const responseRules = [
  error(
    'breaking-response-status-removed',
    'A successful response or a redirect was removed',
    'Clients wait for this status, and take another one for a failure.',
    newVersion,
    "responses:\n  '200': {}\n  '404': {} => responses:\n  '404': {}",
  ),
  error(
    'breaking-response-media-type-removed',
    'A media type of responses was removed',
    'Clients that can read only this one get 406, or what they cannot read.',
    'Offer the media type as before.',
    "responses:\n  '200':\n    content: {application/json: {}, text/csv: {}} => responses:\n  '200':\n    content: {application/json: {}}",
  ),
  warning(
    'breaking-response-media-type-replaced',
    'A response is in a media type that clients may not expect',
    'Clients that read any JSON go on; those that check the media type, or have no reader for that of an error, fail.',
    'Offer the media type as before, too.',
    "responses:\n  '200':\n    content: {application/json: {}} => responses:\n  '200':\n    content: {application/hal+json: {}}",
  ),
  error(
    'breaking-response-header-removed',
    'A required header of a response was removed',
    'Clients were told that it is always there.',
    newVersion,
    `${header('{X-Total: {required: true}}')} => ${header('{}')}`,
  ),
  warning(
    'breaking-response-optional-header-removed',
    'An optional header of a response was removed',
    'Clients that use it no longer get it.',
    newVersion,
    `${header('{X-Total: {}}')} => ${header('{}')}`,
  ),
  error(
    'breaking-response-header-became-optional',
    'A header of a response became optional',
    'Clients were told that it is always there.',
    newVersion,
    `${header('{X-Total: {required: true}}')} => ${header('{X-Total: {}}')}`,
  ),
  warning(
    'breaking-response-link-changed',
    'A link of a response was removed, or leads elsewhere',
    'Clients that follow it no longer find the way.',
    'Keep the link as it was.',
    "responses:\n  '200': {links: {next: {operationId: a}}} => responses:\n  '200': {}",
  ),
]
