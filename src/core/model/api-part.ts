import type { Path } from './location.ts'

/** The part of an API that a path is in: `GET /pets`, `/pets`, `webhook paid`, `schema Pet`; undefined for none of these. */
export function nameApiPart([section, name, third, fourth]: Path): string | undefined {
  if (name === undefined) return undefined
  const first = String(section)
  if (first === 'paths' || first.endsWith('webhooks')) {
    const method = String(third === additionalOperations ? fourth : third)
    const isOperation = third === additionalOperations || isHttpMethod(method)
    const place = first === 'paths' ? String(name) : `webhook ${name}`
    return isOperation ? `${method.toUpperCase()} ${place}` : place
  }
  if (first === 'components' && third !== undefined) return `${toSingular(String(name))} ${third}`
  return first === 'definitions' ? `schema ${name}` : undefined
}

/** `schema` of `schemas`, `request body` of `requestBodies`. */
function toSingular(kind: string): string {
  const word = kind.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return word.endsWith('bodies') ? word.replace(/ies$/, 'y') : word.replace(/s$/, '')
}

/** The keys of a path item that are operations; `query` is new in OpenAPI 3.2. */
export const httpMethods = [
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
  'query',
] as const

/** The key under which a path item of OpenAPI 3.2 has operations with any other method. */
export const additionalOperations = 'additionalOperations'

export function isHttpMethod(name: string): boolean {
  return httpMethods.some((method) => method === name)
}
