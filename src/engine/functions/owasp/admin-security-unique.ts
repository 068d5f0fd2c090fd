import { isRecord } from '../../../model/record.ts'
import { defineDocumentFunction } from '../define.ts'
import { type Operation, operationsOf } from './operations.ts'

/**
 * No security requirement of an operation under a path with `/admin` is also one of an operation elsewhere: the same
 * schemes with the same scopes. Only what operations require themselves is compared.
 */
export const owaspAdminSecurityUnique = defineDocumentFunction('owaspAdminSecurityUnique', (document) => {
  const operations = operationsOf(document)
  const shared = new Set(operations.filter((each) => !isForAdmins(each)).flatMap(requirementsOf))
  return operations.filter(isForAdmins).flatMap((operation) =>
    requirementsOf(operation).flatMap((requirement, index) =>
      shared.has(requirement)
        ? [
            {
              message: `${operation.route} uses the same security as operations that are not for administrators`,
              path: [...operation.path, 'security', index],
            },
          ]
        : [],
    ),
  )
})

function isForAdmins({ route }: Operation): boolean {
  return /\/admin/i.test(route)
}

/** Equal texts for requirements of the same schemes and scopes, in any order. */
function requirementsOf({ value: { security } }: Operation): readonly string[] {
  if (!Array.isArray(security)) return []
  return security.map((requirement: unknown) => {
    const schemes = isRecord(requirement) ? Object.entries(requirement) : []
    const sorted = schemes.map(([name, scopes]) => [name, Array.isArray(scopes) ? [...scopes].sort() : []])
    return JSON.stringify(sorted.sort(([a], [b]) => String(a).localeCompare(String(b))))
  })
}
