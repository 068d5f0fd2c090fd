import { error, newVersion, warning } from './rows.ts'

const header = (text: string) => `responses:\n  '200':\n    headers: ${text}`

export const responseRules = [
  error(
    'breaking-response-status-removed',
    'A successful response or a redirect was removed',
    'Clients wait for this status, and take another one for a failure.',
    newVersion,
    "responses:\n  '200': {}\n  '404': {}",
    "responses:\n  '404': {}",
  ),
  error(
    'breaking-response-media-type-removed',
    'A media type of responses was removed',
    'Clients that can read only this one get 406, or what they cannot read.',
    'Offer the media type as before.',
    "responses:\n  '200':\n    content: {application/json: {}, text/csv: {}}",
    "responses:\n  '200':\n    content: {application/json: {}}",
  ),
  error(
    'breaking-response-header-removed',
    'A required header of a response was removed',
    'Clients were told that it is always there.',
    newVersion,
    header('{X-Total: {required: true}}'),
    header('{}'),
  ),
  warning(
    'breaking-response-optional-header-removed',
    'An optional header of a response was removed',
    'Clients that use it no longer get it.',
    newVersion,
    header('{X-Total: {}}'),
    header('{}'),
  ),
  error(
    'breaking-response-header-became-optional',
    'A header of a response became optional',
    'Clients were told that it is always there.',
    newVersion,
    header('{X-Total: {required: true}}'),
    header('{X-Total: {}}'),
  ),
  warning(
    'breaking-response-link-changed',
    'A link of a response was removed, or leads elsewhere',
    'Clients that follow it no longer find the way.',
    'Keep the link as it was.',
    "responses:\n  '200': {links: {next: {operationId: a}}}",
    "responses:\n  '200': {}",
  ),
]
