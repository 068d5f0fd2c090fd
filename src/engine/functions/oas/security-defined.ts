import { z } from 'zod'
import { getChild, isRecord } from '../../../core/model/record.ts'
import { splitFile } from '../../openapi/files.ts'
import { detectFormats } from '../../openapi/formats.ts'
import { getRef } from '../../openapi/pointer.ts'
import { readReferences } from '../../openapi/references.ts'
import { print, quote } from '../../print.ts'
import type { FunctionContext } from '../../rule.ts'
import { defineFunction } from '../define.ts'
import { viewNode } from '../facts.ts'

const options = () =>
  z.strictObject({
    /** The keys that lead from the root to the schemes. */
    schemesPath: z.array(z.string()).min(1),
  })

/**
 * A security requirement names schemes that the document defines, and of each only scopes that the scheme lists. From 3.2 on
 * it may name one by a URI. A target that is not a requirement (schemes with lists of strings) is not checked.
 */
export const oasSecurityDefined = defineFunction({
  name: 'oasSecurityDefined',
  options,
  run: (target, { schemesPath }, context) => {
    if (!isRequirement(target)) return []
    const schemes = viewNode(schemesPath, context)
    return Object.entries(target).flatMap(([name, scopes]) => {
      const path = [...context.path, name]
      const own = getChild(schemes, name)
      const found = own === undefined ? findByUri(name, context) : { value: own }
      if (found.value === undefined) {
        const reason = found.reason ?? ` is not in \`${schemesPath.join('.')}\``
        return [{ message: `Security scheme ${print(name)}${reason}`, path }]
      }
      const scheme = context.deref(found.value)
      // A reference that does not resolve is an issue of its own.
      if (getRef(scheme) !== undefined) return []
      const known = listScopes(scheme)
      return scopes.flatMap((scope, index) =>
        known.has(scope)
          ? []
          : [{ message: `Scheme ${quote(name)} has no scope ${print(scope)}`, path: [...path, index] }],
      )
    })
  },
})

/** From 3.2 on, a name that is no component's is the URI of a scheme, from the file in which it stands. */
function findByUri(name: string, { root, files, path }: FunctionContext) {
  if (!detectFormats(root).has('oas3.2') || !/[#/:]/.test(name)) return {}
  const { target, fault } = readReferences(root, files).find(splitFile(path, files).name, name)
  const value = target?.value
  const isScheme = typeof getChild(value, 'type') === 'string'
  return isScheme ? { value } : { reason: fault?.reason ?? ' is not a security scheme' }
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
