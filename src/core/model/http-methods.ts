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

/** Where a path item of OpenAPI 3.2 has operations with any other method. */
export const additionalOperations = 'additionalOperations'

export function isHttpMethod(name: string): boolean {
  return httpMethods.some((method) => method === name)
}
