import { z } from 'zod'
import { isRecord } from '../is-record.ts'
import { defineFunction } from './define.ts'
import { referencesOf } from './references.ts'

const options = z.strictObject({
  reusableObjectsLocation: z
    .string()
    .regex(/^#(?:\/.*)?$/, { error: 'must be a JSON pointer such as "#/definitions"' }),
})

/**
 * Every key of an object target is the subject of some `$ref` of the document, where the target stands at the JSON
 * pointer `reusableObjectsLocation`. A `$ref` to something inside counts as one to the whole.
 */
export const unreferencedReusableObject = defineFunction({
  name: 'unreferencedReusableObject',
  options,
  run: (target, { reusableObjectsLocation: location }, context) => {
    if (!isRecord(target)) return []
    const references = referencesOf(context.root)
    return Object.keys(target)
      .filter((key) => !references.has(`${location}/${escapeToken(key)}`))
      .map((key) => ({ message: `nothing refers to "${key}"`, path: [...context.path, key] }))
  },
})

function escapeToken(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
