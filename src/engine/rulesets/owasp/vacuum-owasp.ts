/**
 * The OWASP API Security rules that dashboards offer, under the names that their engine, vacuum, gives them. Each rule
 * is one function over the whole document; what it asks for is written with the function.
 */
import type { RuleData } from './rule-data.ts'

const oas3 = ['oas3']
const writing = ['post', 'put', 'patch', 'delete']
const reading = ['get', 'head']

/** Recommended as a whole: the bare name, `recommended` and `all` turn on the same rules. */
export const vacuumOwaspRules = {
  'owasp-no-numeric-ids': {
    description: 'Ids in parameters are random, not numbers that can be counted through.',
    severity: 'error',
    formats: oas3,
    check: { function: 'owaspNoNumericIds' },
    howToFix: 'Give the parameter a string schema with `format: uuid`, and look objects up by that id.',
  },
  'owasp-no-http-basic': {
    description: 'No security scheme uses HTTP Basic authentication.',
    severity: 'error',
    formats: oas3,
    check: { function: 'owaspNoBasicAuth' },
    howToFix: 'Replace the scheme with `oauth2`, `openIdConnect`, or `http` with `scheme: bearer`.',
  },
  'owasp-no-api-keys-in-url': {
    description: 'API keys are not part of the URL.',
    severity: 'error',
    formats: oas3,
    check: { function: 'owaspNoApiKeyInUrl' },
    howToFix: 'Send the key in a header (`in: header`): URLs end up in logs, histories and referrers.',
  },
  'owasp-no-credentials-in-url': {
    description: 'No query or path parameter carries a credential, such as a token or a password.',
    severity: 'error',
    formats: oas3,
    check: { function: 'owaspNoCredentialsInUrl' },
    howToFix:
      'Move the value to a header or the request body, or rename the parameter if it is no credential.',
  },
  'owasp-auth-insecure-schemes': {
    description: 'No security scheme is outdated, as OAuth 1 and Negotiate are.',
    severity: 'error',
    formats: oas3,
    check: { function: 'owaspAuthInsecureSchemes' },
    howToFix: 'Use `oauth2`, `openIdConnect`, or `http` with `scheme: bearer`.',
  },
  'owasp-jwt-best-practices': {
    description: 'Security schemes that may use JWTs say that they follow RFC8725.',
    severity: 'error',
    formats: oas3,
    check: { function: 'owaspJWTBestPractice' },
    howToFix: 'Hold the tokens to RFC 8725, and write RFC8725 in the description of the scheme.',
  },
  'owasp-protection-global-unsafe': {
    description: 'Operations that change something (POST, PUT, PATCH, DELETE) require security.',
    severity: 'error',
    formats: oas3,
    check: { function: 'owaspCheckSecurity', functionOptions: { nullable: true, methods: writing } },
    howToFix: 'Add `security` to the operation or to the document, and do not empty it.',
  },
  'owasp-protection-global-unsafe-strict': {
    description:
      'Operations that change something (POST, PUT, PATCH, DELETE) let nobody in without credentials.',
    severity: 'info',
    formats: oas3,
    check: { function: 'owaspCheckSecurity', functionOptions: { nullable: false, methods: writing } },
    howToFix:
      'Add `security` to the operation or to the document, and remove the empty requirement `{}` from it.',
  },
  'owasp-protection-global-safe': {
    description: 'Operations that read (GET, HEAD) require security.',
    severity: 'info',
    formats: oas3,
    check: { function: 'owaspCheckSecurity', functionOptions: { nullable: true, methods: reading } },
    howToFix: 'Add `security` to the operation or to the document, unless the data is meant for everyone.',
  },
  'owasp-define-error-validation': {
    description: 'Operations define what they answer to invalid input: 400, 422 or 4XX.',
    severity: 'warn',
    formats: oas3,
    check: { function: 'owaspDefineErrorDefinition', functionOptions: { codes: ['400', '422', '4XX'] } },
    howToFix: 'Add a 400, 422 or 4XX response with the schema of the error.',
  },
  'owasp-define-error-responses-401': {
    description: 'Operations define their 401 response, with a schema.',
    severity: 'warn',
    formats: oas3,
    check: { function: 'owaspCheckErrorResponse', functionOptions: { code: '401' } },
    howToFix:
      'Add a 401 response whose content has a schema; a shared one in `components.responses` will do.',
  },
  'owasp-define-error-responses-500': {
    description: 'Operations define their 500 response, with a schema.',
    severity: 'warn',
    formats: oas3,
    check: { function: 'owaspCheckErrorResponse', functionOptions: { code: '500' } },
    howToFix: 'Add a 500 response whose content has a schema: what is described gives nothing else away.',
  },
  'owasp-rate-limit': {
    description: 'Responses of 2xx and 4xx tell how many requests are left.',
    severity: 'error',
    formats: oas3,
    check: {
      function: 'owaspHeaderDefinition',
      functionOptions: {
        headers: ['X-RateLimit-Limit', 'X-Rate-Limit-Limit', 'RateLimit-Limit||RateLimit-Reset', 'RateLimit'],
      },
    },
    howToFix: 'Limit the rate, and define `RateLimit` (or another of the headers) on the response.',
  },
  'owasp-rate-limit-retry-after': {
    description: 'Responses of 429 tell when to try again.',
    severity: 'error',
    formats: oas3,
    check: { function: 'owaspRatelimitRetryAfter' },
    howToFix: 'Define the header `Retry-After` on the 429 response.',
  },
  'owasp-define-error-responses-429': {
    description: 'Operations define their 429 response, with a schema.',
    severity: 'warn',
    formats: oas3,
    check: { function: 'owaspCheckErrorResponse', functionOptions: { code: '429' } },
    howToFix: 'Limit the rate, and add a 429 response whose content has a schema.',
  },
  'owasp-array-limit': {
    description: 'Arrays have an upper limit.',
    severity: 'error',
    formats: oas3,
    check: { function: 'owaspArrayLimit' },
    howToFix: 'Add `maxItems`, and have the server refuse more.',
  },
  'owasp-string-limit': {
    description: 'Strings have an upper limit.',
    severity: 'error',
    formats: oas3,
    check: { function: 'owaspStringLimit' },
    howToFix:
      'Add `maxLength`, or list the values with `enum` or `const`, and have the server refuse others.',
  },
  'owasp-string-restricted': {
    description: 'Strings say what they look like.',
    severity: 'error',
    formats: oas3,
    check: { function: 'owaspStringRestricted' },
    howToFix: 'Add `format` or `pattern`, or list the values with `enum` or `const`.',
  },
  'owasp-integer-limit': {
    description: 'Integers have a lower and an upper bound.',
    severity: 'error',
    formats: oas3,
    check: { function: 'owaspIntegerLimit' },
    howToFix: 'Add `minimum` and `maximum` (or their exclusive forms in OpenAPI 3.1).',
  },
  'owasp-integer-format': {
    description: 'Integers say their size.',
    severity: 'error',
    formats: oas3,
    check: { function: 'owaspIntegerFormat' },
    howToFix: 'Set `format` to `int32` or `int64`.',
  },
  'owasp-no-additionalProperties': {
    description: 'Objects take only the properties that they name.',
    severity: 'warn',
    formats: ['oas2', 'oas3'],
    check: { function: 'owaspNoAdditionalProperties' },
    howToFix:
      'Remove `additionalProperties` or set it to false, and name every property that the server takes.',
  },
  'owasp-constrained-additionalProperties': {
    description: 'Objects that take additional properties limit how many.',
    severity: 'warn',
    formats: oas3,
    check: { function: 'owaspNoAdditionalPropertiesConstrained' },
    howToFix: 'Add `maxProperties`, or set `additionalProperties` to false.',
  },
  'owasp-security-hosts-https-oas3': {
    description: 'Server URLs begin with https://.',
    severity: 'error',
    formats: oas3,
    check: { function: 'owaspHostsHttps' },
    howToFix: 'Serve the API over TLS only, and write the server URL with https://.',
  },
} as const satisfies Readonly<Record<string, RuleData>>

export type VacuumOwaspRule = keyof typeof vacuumOwaspRules
