import { z } from 'zod'
import type { Path } from '../../../core/model/location.ts'
import { isRecord, toList } from '../../../core/model/record.ts'
import {
  type JsonMapping,
  list,
  listOperations,
  listRoutes,
  listWrittenOperations,
  mapping,
  root,
} from '../../openapi/operations.ts'
import { getRef } from '../../openapi/pointer.ts'
import type { FunctionContext, FunctionResult, RuleFunction } from '../../rule.ts'
import { defineDocumentFunction, defineOperationFunction } from '../define.ts'
import { hasText } from '../facts.ts'

const successCodes = () =>
  z.strictObject({
    properties: z
      .array(z.union([z.string(), z.number()]).transform(String))
      .min(1, { error: 'must list a code' }),
  })

/** The schemes are where the version of OpenAPI has them. */
const schemesPath = () => z.strictObject({ schemesPath: z.string().optional() }).nullish()

export const vacuumOperationFunctions: readonly RuleFunction[] = [
  defineOperationFunction('noRequestBody', ({ method, value }) =>
    ['get', 'delete'].includes(method.toLowerCase()) && value.requestBody !== undefined
      ? { message: `${method.toUpperCase()} operation has a request body` }
      : undefined,
  ),
  defineOperationFunction('oasOpErrorResponse', ({ value, responses }) =>
    isRecord(value.responses) && !responses.some(({ code }) => /^4\d\d$/.test(code))
      ? { message: 'Operation has no 4xx response', path: ['responses'] }
      : undefined,
  ),
  defineOperationFunction('oasOpId', ({ value }) =>
    hasText(value.operationId) ? undefined : { message: 'Operation has no `operationId`' },
  ),
  defineOperationFunction('oasOpSingleTag', ({ value: { tags } }) =>
    Array.isArray(tags) && tags.length > 1
      ? { message: `Operation has ${tags.length} tags instead of one`, path: ['tags'] }
      : undefined,
  ),
  defineOperationFunction('oasOperationTags', ({ value }) =>
    toList(value.tags).length > 0 ? undefined : { message: 'Operation has no tags' },
  ),
  /** Only a path item may be a reference. */
  defineDocumentFunction('pathItemReferences', (document) =>
    listRoutes(document)
      .flatMap((route) => listWrittenOperations(route, document))
      .filter(({ written }) => getRef(written) !== undefined)
      .map(({ method, path }) => ({
        message: `${method.toUpperCase()} operation is a \`$ref\`: reference the whole path item instead`,
        path,
      })),
  ),
  defineDocumentFunction(
    'postResponseSuccess',
    (document, { properties }) =>
      listRoutes(document).flatMap(({ item, path }) => {
        const { responses } = mapping(item.post, document)
        const codes = Object.keys(mapping(responses, document))
        if (responses === undefined || codes.some((code) => properties.includes(code))) return []
        const message = 'POST operation has no success response'
        return [{ message, path: [...path, 'post', 'responses'], at: 'inside' }]
      }),
    successCodes,
  ),
  defineDocumentFunction(
    'oasOpSecurityDefined',
    checkSchemes(({ components }) => (isRecord(components) ? components.securitySchemes : undefined), false),
    schemesPath,
  ),
  defineDocumentFunction(
    'oas2OpSecurityDefined',
    checkSchemes(({ securityDefinitions }) => securityDefinitions, true),
  ),
]

function checkSchemes(schemesOf: (document: JsonMapping) => unknown, isEmptyFault: boolean) {
  return (document: FunctionContext): readonly FunctionResult[] => {
    const whole = root(document)
    const schemes = mapping(schemesOf(whole), document)
    const check = (security: unknown, path: Path): FunctionResult[] =>
      list(security, document).flatMap((requirement, index) => {
        if (!isRecord(requirement)) return []
        const names = Object.keys(requirement)
        const place = [...path, 'security', index]
        if (names.length === 0)
          return isEmptyFault ? [{ message: 'Security requirement is empty', path: place }] : []
        return names
          .filter((name) => !Object.hasOwn(schemes, name))
          .map((name) => ({ message: `Security scheme \`${name}\` is not defined`, path: [...place, name] }))
      })
    return [
      ...listOperations(document).flatMap(({ value, path }) => check(value.security, path)),
      ...check(whole.security, []),
    ]
  }
}
