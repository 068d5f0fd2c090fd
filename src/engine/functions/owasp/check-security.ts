import { z } from 'zod'
import { isHttpMethod } from '../../../model/http-methods.ts'
import { isRecord } from '../../../model/record.ts'
import type { FunctionResult, WholeDocument } from '../../rule.ts'
import { defineDocumentFunction } from '../define.ts'
import { type Operation, operationsOf } from './operations.ts'

const options = () =>
  z
    .strictObject({
      /** Rulesets in the wild have it; where the schemes are declared does not matter here. */
      schemesPath: z.array(z.string()).optional(),
      nullable: z.boolean().optional(),
      methods: z.array(z.string()).optional(),
    })
    .optional()
    .transform((given) => ({
      nullable: given?.nullable ?? false,
      methods: given?.methods?.map((method) => method.toLowerCase()),
    }))

/**
 * Every operation with one of `methods` (absent: any) requires some security: its own `security`, or the document's
 * where it has none, is there and is not empty. Without `nullable`, no alternative in it is the empty requirement
 * `{}`, which lets anyone in.
 */
export const owaspCheckSecurity = defineDocumentFunction(
  'owaspCheckSecurity',
  (document, { nullable, methods }) =>
    operationsOf(document)
      .filter(({ method }) => !methods || isMeant(method.toLowerCase(), methods))
      .flatMap((operation) => check(operation, commonOf(document), nullable)),
  options,
)

/** A method that OpenAPI does not name may change something: it is looked at where those that do are. */
function isMeant(method: string, methods: readonly string[]): boolean {
  return methods.includes(method) || (!isHttpMethod(method) && methods.some((each) => unsafe.includes(each)))
}

const unsafe = ['post', 'put', 'patch', 'delete']

function commonOf({ root }: WholeDocument): unknown {
  return isRecord(root) ? root.security : undefined
}

function check(operation: Operation, common: unknown, nullable: boolean): readonly FunctionResult[] {
  const { value, path } = operation
  const own = value.security ?? undefined
  const security = own ?? common ?? undefined
  const name = `${operation.method.toUpperCase()} ${operation.route}`
  if (security === undefined) return [{ message: `${name} has no \`security\`, nor has the document`, path }]
  if (!Array.isArray(security) || security.length === 0) {
    return [{ message: `${name} disables security: its \`security\` is empty`, path }]
  }
  if (nullable) return []
  const place = own === undefined ? [] : path
  return security.flatMap((requirement: unknown, index) =>
    isRecord(requirement) && Object.keys(requirement).length > 0
      ? []
      : [
          {
            message: `${name} allows anonymous access: one of its security requirements is empty`,
            path: [...place, 'security', index],
          },
        ],
  )
}
