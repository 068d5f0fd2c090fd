import type { Path } from '../../../model/location.ts'
import { isRecord } from '../../../model/record.ts'
import type { FunctionResult } from '../../rule.ts'
import { type Check, list, type Mapping, mapping, root } from '../facts.ts'
import { operationsOf } from '../owasp/operations.ts'

function schemesMissing(schemesOf: (document: Mapping) => unknown, isEmptyFault: boolean): Check {
  return (document) => {
    const whole = root(document)
    const schemes = mapping(schemesOf(whole), document)
    const check = (security: unknown, path: Path): FunctionResult[] =>
      list(security, document).flatMap((requirement, index) => {
        if (!isRecord(requirement)) return []
        const names = Object.keys(requirement)
        const place = [...path, 'security', index]
        if (names.length === 0)
          return isEmptyFault ? [{ message: 'the security requirement is empty', path: place }] : []
        return names
          .filter((name) => !Object.hasOwn(schemes, name))
          .map((name) => ({ message: `no security scheme is named "${name}"`, path: [...place, name] }))
      })
    return [
      ...operationsOf(document).flatMap(({ value, path }) => check(value.security, path)),
      ...check(whole.security, []),
    ]
  }
}

export const oasOpSecurityDefined = schemesMissing(
  ({ components }) => (isRecord(components) ? components.securitySchemes : undefined),
  false,
)

export const oas2OpSecurityDefined = schemesMissing(({ securityDefinitions }) => securityDefinitions, true)
