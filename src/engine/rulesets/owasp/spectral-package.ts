/**
 * The rules of the public package `@stoplight/spectral-owasp-ruleset`, version 2 (OWASP API Security Top 10 of 2023),
 * under its names: rulesets that extend the package change its rules by name. A rule that asks for the same as one of
 * vacuum's is the same function.
 */
import type { RuleData } from '../rule-data.ts'
import { vacuumOwaspRules } from './vacuum-owasp.ts'

const [oas2, oas3, oas30, oas31] = [['oas2'], ['oas3'], ['oas3.0'], ['oas3.1']]

/** A rule of vacuum's; without `formats` it is for documents of any, as in the package. */
function deriveRule(id: keyof typeof vacuumOwaspRules, changes: Partial<RuleData> = {}): RuleData {
  const { formats: _formats, ...rule } = vacuumOwaspRules[id]
  return { ...rule, ...changes }
}

function renderObjectsThatSet(keyword: string): string {
  return `$..[?(@ && @.type=="object" && @.${keyword})]`
}

function selectObjectsWithSchema(keyword: string): string {
  return `$..[?(@ && @.type=="object" && @.${keyword} && @.${keyword}!=true)]`
}

export const spectralPackageRules: Readonly<Record<string, RuleData>> = {
  'owasp:api1:2023-no-numeric-ids': deriveRule('owasp-no-numeric-ids', {
    given: '$.paths..parameters[?(@ && @.name && @.name.match(/^id$|(_id|Id|-id)$/))].schema',
    check: {
      function: 'schema',
      functionOptions: {
        schema: { not: { required: ['type'], properties: { type: { const: 'integer' } } } },
      },
    },
    message: 'Id is a number, which can be guessed: use a random id such as a UUID',
  }),
  'owasp:api2:2023-no-http-basic': deriveRule('owasp-no-http-basic'),
  'owasp:api2:2023-no-api-keys-in-url': deriveRule('owasp-no-api-keys-in-url', { formats: oas3 }),
  'owasp:api2:2023-no-credentials-in-url': deriveRule('owasp-no-credentials-in-url', { formats: oas3 }),
  'owasp:api2:2023-auth-insecure-schemes': deriveRule('owasp-auth-insecure-schemes', { formats: oas3 }),
  'owasp:api2:2023-jwt-best-practices': deriveRule('owasp-jwt-best-practices'),
  'owasp:api2:2023-short-lived-access-tokens': {
    description: 'Every OAuth 2 flow can refresh its tokens, so that they can expire soon.',
    severity: 'error',
    given: '$.components.securitySchemes[?(@ && @.type=="oauth2")].flows[*]',
    check: { field: 'refreshUrl', function: 'truthy' },
    message: 'Flow has no `refreshUrl`, so its access tokens are unlikely to be short-lived',
    howToFix: 'Use short-lived access tokens with refresh tokens, and set `refreshUrl`.',
  },
  'owasp:api2:2023-write-restricted': deriveRule('owasp-protection-global-unsafe-strict', {
    severity: 'error',
  }),
  'owasp:api2:2023-read-restricted': deriveRule('owasp-protection-global-safe', { severity: 'warn' }),
  'owasp:api3:2023-no-additionalProperties': deriveRule('owasp-no-additionalProperties', {
    formats: oas30,
    given: renderObjectsThatSet('additionalProperties'),
    check: { field: 'additionalProperties', function: 'falsy' },
    message: 'Object allows unknown properties: set `additionalProperties` to false',
  }),
  'owasp:api3:2023-constrained-additionalProperties': deriveRule('owasp-constrained-additionalProperties', {
    formats: oas30,
    given: selectObjectsWithSchema('additionalProperties'),
    check: { field: 'maxProperties', function: 'defined' },
    message: 'Object allows unlimited additional properties: add `maxProperties`',
  }),
  'owasp:api3:2023-no-unevaluatedProperties': {
    description: 'Objects allow only their named properties, across all subschemas.',
    severity: 'warn',
    formats: oas31,
    given: renderObjectsThatSet('unevaluatedProperties'),
    check: { field: 'unevaluatedProperties', function: 'falsy' },
    message: 'Object allows unknown properties: set `unevaluatedProperties` to false',
    howToFix:
      'Remove `unevaluatedProperties` or set it to false, and name every property that the server accepts.',
  },
  'owasp:api3:2023-constrained-unevaluatedProperties': {
    description: 'Objects with unevaluated properties limit their number.',
    severity: 'warn',
    formats: oas31,
    given: selectObjectsWithSchema('unevaluatedProperties'),
    check: { field: 'maxProperties', function: 'defined' },
    message: 'Object allows unlimited unevaluated properties: add `maxProperties`',
    howToFix: 'Add `maxProperties`, or set `unevaluatedProperties` to false.',
  },
  'owasp:api4:2023-rate-limit': deriveRule('owasp-rate-limit', { formats: oas3 }),
  'owasp:api4:2023-rate-limit-retry-after': deriveRule('owasp-rate-limit-retry-after', { formats: oas3 }),
  'owasp:api4:2023-rate-limit-responses-429': deriveRule('owasp-define-error-responses-429'),
  'owasp:api4:2023-array-limit': deriveRule('owasp-array-limit'),
  'owasp:api4:2023-string-limit': deriveRule('owasp-string-limit'),
  'owasp:api4:2023-string-restricted': deriveRule('owasp-string-restricted', { severity: 'warn' }),
  'owasp:api4:2023-integer-limit': deriveRule('owasp-integer-limit', { formats: oas31 }),
  'owasp:api4:2023-integer-limit-legacy': deriveRule('owasp-integer-limit', { formats: ['oas2', 'oas3.0'] }),
  'owasp:api4:2023-integer-format': deriveRule('owasp-integer-format'),
  'owasp:api5:2023-admin-security-unique': {
    description: 'Admin operations do not share their security with other operations.',
    severity: 'error',
    check: 'owaspAdminSecurityUnique',
    howToFix: 'Require a separate scheme or scope under /admin.',
  },
  'owasp:api7:2023-concerning-url-parameter': {
    description:
      'Parameters that take a URL are reviewed: a server that fetches it may be led inside (SSRF).',
    severity: 'info',
    given: '$.paths..parameters[*].name',
    check: {
      function: 'pattern',
      functionOptions: { notMatch: '^(callback|redirect)$|(_url|Url|-url)$' },
    },
    message: '`{{value}}` seems to accept a URL: review which hosts the server allows',
    howToFix: 'Allow only known hosts. If the parameter takes no URL, rename it or waive the issue.',
  },
  'owasp:api8:2023-define-cors-origin': {
    description: 'Responses that define headers define `Access-Control-Allow-Origin`.',
    severity: 'error',
    given: ['$.paths[*][*].responses[*].headers', '$.paths[*].additionalOperations[*].responses[*].headers'],
    check: { field: 'Access-Control-Allow-Origin', function: 'truthy' },
    message: 'Response has no `Access-Control-Allow-Origin` header',
    howToFix: 'Define the header, with the origins that may read the response.',
  },
  'owasp:api8:2023-no-scheme-http': {
    description: 'The API is served only over https or wss.',
    severity: 'error',
    formats: oas2,
    given: '$.schemes[*]',
    check: { function: 'enumeration', functionOptions: { values: ['https', 'wss'] } },
    message: 'Scheme `{{value}}` is neither https nor wss',
    howToFix: 'Serve the API only over TLS, and remove the other schemes.',
  },
  'owasp:api8:2023-no-server-http': {
    description: 'Server URLs do not begin with http://.',
    severity: 'error',
    formats: oas3,
    given: '$.servers[*].url',
    check: { function: 'pattern', functionOptions: { notMatch: '/^http:/i' } },
    message: 'Server URL `{{value}}` is not encrypted',
    howToFix: 'Serve the API only over TLS, with a server URL that starts with https:// or wss://.',
  },
  'owasp:api8:2023-define-error-validation': deriveRule('owasp-define-error-validation'),
  'owasp:api8:2023-define-error-responses-401': deriveRule('owasp-define-error-responses-401'),
  'owasp:api8:2023-define-error-responses-500': deriveRule('owasp-define-error-responses-500'),
  'owasp:api9:2023-inventory-access': {
    description: 'Every server says whether it is internal.',
    severity: 'error',
    formats: oas3,
    given: '$.servers[*]',
    check: { field: 'x-internal', function: 'defined' },
    message: 'Server does not say whether it is internal',
    howToFix: "Set the server's `x-internal` to true or false.",
  },
  'owasp:api9:2023-inventory-environment': {
    description: 'Every server names its environment.',
    severity: 'error',
    formats: oas3,
    given: '$.servers[*].description',
    check: {
      function: 'pattern',
      functionOptions: { match: '/local|sandbox|alpha|beta|stag|test|prod|next/i' },
    },
    message: '`{{value}}` does not name the environment',
    howToFix:
      'Name the environment in the description: local, sandbox, alpha, beta, staging, test, production.',
  },
}
