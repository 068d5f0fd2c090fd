/**
 * The OWASP API Security rules that dashboards offer, under the names that their engine, vacuum, gives them. Each rule
 * is one function over the whole document; what it asks for is written with the function.
 */
import { restrictToVersion3 } from '../rule-data.ts'

const writing = ['post', 'put', 'patch', 'delete']
const reading = ['get', 'head', 'query']

/** Recommended as a whole: the bare name, `recommended` and `all` turn on the same rules. */
export const vacuumOwaspRules = restrictToVersion3({
  'owasp-no-numeric-ids': {
    description: 'Ids in parameters are random, not sequential numbers.',
    severity: 'error',
    check: 'owaspNoNumericIds',
    howToFix: 'Use a string schema with `format: uuid`, and look up objects by that id.',
  },
  'owasp-no-http-basic': {
    description: 'No security scheme uses HTTP Basic authentication.',
    severity: 'error',
    check: 'owaspNoBasicAuth',
    howToFix: 'Replace the scheme with `oauth2`, `openIdConnect`, or `http` with `scheme: bearer`.',
  },
  'owasp-no-api-keys-in-url': {
    description: 'API keys are not part of the URL.',
    severity: 'error',
    check: 'owaspNoApiKeyInUrl',
    howToFix: 'Send the key in a header (`in: header`): URLs end up in logs, histories and referrers.',
  },
  'owasp-no-credentials-in-url': {
    description: 'No query or path parameter carries a credential, such as a token or a password.',
    severity: 'error',
    check: 'owaspNoCredentialsInUrl',
    howToFix:
      'Move the value to a header or the request body, or rename the parameter if it is not a credential.',
  },
  'owasp-auth-insecure-schemes': {
    description: 'No security scheme is outdated, such as OAuth 1 or Negotiate.',
    severity: 'error',
    check: 'owaspAuthInsecureSchemes',
    howToFix: 'Use `oauth2`, `openIdConnect`, or `http` with `scheme: bearer`.',
  },
  'owasp-jwt-best-practices': {
    description: 'Security schemes that may use JWTs say that they follow RFC8725.',
    severity: 'error',
    check: 'owaspJWTBestPractice',
    howToFix: "Validate tokens as in RFC 8725, and mention RFC8725 in the scheme's description.",
  },
  'owasp-protection-global-unsafe': {
    description: 'Write operations (POST, PUT, PATCH, DELETE) require security.',
    severity: 'error',
    check: { function: 'owaspCheckSecurity', functionOptions: { nullable: true, methods: writing } },
    howToFix: 'Add a non-empty `security` to the operation or the document.',
  },
  'owasp-protection-global-unsafe-strict': {
    description: 'Write operations (POST, PUT, PATCH, DELETE) do not allow anonymous access.',
    severity: 'info',
    check: { function: 'owaspCheckSecurity', functionOptions: { nullable: false, methods: writing } },
    howToFix: 'Add `security` to the operation or the document, without the empty requirement `{}`.',
  },
  'owasp-protection-global-safe': {
    description: 'Read operations (GET, HEAD, QUERY) require security.',
    severity: 'info',
    check: { function: 'owaspCheckSecurity', functionOptions: { nullable: true, methods: reading } },
    howToFix: 'Add `security` to the operation or the document, unless the data is public.',
  },
  'owasp-define-error-validation': {
    description: 'Operations define a response to invalid input: 400, 422 or 4XX.',
    severity: 'warn',
    check: { function: 'owaspDefineErrorDefinition', functionOptions: { codes: ['400', '422', '4XX'] } },
    howToFix: 'Add a 400, 422 or 4XX response with the schema of the error.',
  },
  'owasp-define-error-responses-401': {
    description: 'Operations define their 401 response, with a schema.',
    severity: 'warn',
    check: { function: 'owaspCheckErrorResponse', functionOptions: { code: '401' } },
    howToFix:
      'Add a 401 response whose content has a schema, or use a shared one from `components.responses`.',
  },
  'owasp-define-error-responses-500': {
    description: 'Operations define their 500 response, with a schema.',
    severity: 'warn',
    check: { function: 'owaspCheckErrorResponse', functionOptions: { code: '500' } },
    howToFix: 'Add a 500 response whose content has a schema, so that errors leak nothing else.',
  },
  'owasp-rate-limit': {
    description: '2xx and 4xx responses say how many requests remain.',
    severity: 'error',
    check: {
      function: 'owaspHeaderDefinition',
      functionOptions: {
        headers: ['X-RateLimit-Limit', 'X-Rate-Limit-Limit', 'RateLimit-Limit||RateLimit-Reset', 'RateLimit'],
      },
    },
    howToFix: 'Limit the rate, and define `RateLimit` (or another such header) on the response.',
  },
  'owasp-rate-limit-retry-after': {
    description: '429 responses say when to retry.',
    severity: 'error',
    check: 'owaspRatelimitRetryAfter',
    howToFix: 'Define the `Retry-After` header on the 429 response.',
  },
  'owasp-define-error-responses-429': {
    description: 'Operations define their 429 response, with a schema.',
    severity: 'warn',
    check: { function: 'owaspCheckErrorResponse', functionOptions: { code: '429' } },
    howToFix: 'Limit the rate, and add a 429 response whose content has a schema.',
  },
  'owasp-array-limit': {
    description: 'Arrays have an upper limit.',
    severity: 'error',
    check: 'owaspArrayLimit',
    howToFix: 'Add `maxItems`, and make the server reject longer arrays.',
  },
  'owasp-string-limit': {
    description: 'Strings have an upper limit.',
    severity: 'error',
    check: 'owaspStringLimit',
    howToFix:
      'Add `maxLength`, or list the values with `enum` or `const`, and make the server reject others.',
  },
  'owasp-string-restricted': {
    description: 'Strings have a defined form.',
    severity: 'error',
    check: 'owaspStringRestricted',
    howToFix: 'Add `format` or `pattern`, or list the values with `enum` or `const`.',
  },
  'owasp-integer-limit': {
    description: 'Integers have a lower and an upper bound.',
    severity: 'error',
    check: 'owaspIntegerLimit',
    howToFix: 'Add `minimum` and `maximum` (or their exclusive forms in OpenAPI 3.1).',
  },
  'owasp-integer-format': {
    description: 'Integers define their size.',
    severity: 'error',
    check: 'owaspIntegerFormat',
    howToFix: 'Set `format` to `int32` or `int64`.',
  },
  'owasp-no-additionalProperties': {
    description: 'Objects allow only their named properties.',
    severity: 'warn',
    formats: ['oas2', 'oas3'],
    check: 'owaspNoAdditionalProperties',
    howToFix:
      'Remove `additionalProperties` or set it to false, and name every property that the server accepts.',
  },
  'owasp-constrained-additionalProperties': {
    description: 'Objects with additional properties limit their number.',
    severity: 'warn',
    check: 'owaspNoAdditionalPropertiesConstrained',
    howToFix: 'Add `maxProperties`, or set `additionalProperties` to false.',
  },
  'owasp-security-hosts-https-oas3': {
    description: 'Server URLs begin with https://.',
    severity: 'error',
    check: 'owaspHostsHttps',
    howToFix: 'Serve the API only over TLS, with a server URL that starts with https://.',
  },
})
