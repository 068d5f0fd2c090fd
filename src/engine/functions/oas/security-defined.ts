import { z } from 'zod'
import { isRecord } from '../../../core/model/record.ts'
import { print } from '../../print.ts'
import type { FunctionContext, FunctionResult } from '../../rule.ts'
import { defineFunction } from '../define.ts'
import { viewNode } from '../facts.ts'

const options = () =>
  z.strictObject({
    /** The keys that lead from the root to the schemes. */
    schemesPath: z.array(z.string()).min(1),
  })

/**
 * A security requirement names schemes that the document defines, and of each only scopes that the scheme lists.
 * The scheme is read as it stands: one behind a `$ref` has no scopes of its own, which is how Spectral has it. A
 * target that is not a requirement (schemes with lists of strings) is not checked.
 */
export const oasSecurityDefined = defineFunction({
  name: 'oasSecurityDefined',
  options,
  run: (target, { schemesPath }, context) => {
    if (!isRequirement(target)) return []
    const schemes = viewNode(schemesPath, context)
    return Object.entries(target).flatMap(([name, scopes]) => {
      const scheme = isRecord(schemes) && Object.hasOwn(schemes, name) ? schemes[name] : undefined
      if (scheme === undefined) return [findUndefinedScheme(name, schemesPath, context)]
      const known = listScopes(scheme)
      return scopes.flatMap((scope, index) =>
        known.has(scope)
          ? []
          : [
              {
                message: `Scheme \`${name}\` has no scope ${print(scope)}`,
                path: [...context.path, name, index],
              },
            ],
      )
    })
  },
})

function findUndefinedScheme(
  name: string,
  schemesPath: readonly string[],
  context: FunctionContext,
): FunctionResult {
  return {
    message: `Security scheme ${print(name)} is not in \`${schemesPath.join('.')}\``,
    path: [...context.path, name],
  }
}

function isRequirement(value: unknown): value is Readonly<Record<string, readonly string[]>> {
  return (
    isRecord(value) &&
    Object.values(value).every(
      (scopes) => Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string'),
    )
  )
}

/** Version 2: the scheme's own `scopes`; version 3: those of each of its flows. */
function listScopes(scheme: unknown): ReadonlySet<string> {
  if (!isRecord(scheme)) return new Set()
  const flows = isRecord(scheme.flows) ? Object.values(scheme.flows) : []
  const lists = [scheme, ...flows].map((holder) => (isRecord(holder) ? holder.scopes : undefined))
  return new Set(lists.flatMap((scopes) => (isRecord(scopes) ? Object.keys(scopes) : [])))
}
