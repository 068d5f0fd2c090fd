/** What documents the rules of `spectral:oas`, each at its id. */
export const oasDocumentation = 'https://meta.stoplight.io/docs/spectral/docs/reference/openapi-rules.md'
