import { z } from 'zod'
import { isRecord } from '../../model/record.ts'
import { readPointer } from '../pointer.ts'
import { defineFunction } from './define.ts'
import { pointerKey, referencesOf } from './references.ts'

const options = () =>
  z.strictObject({
    reusableObjectsLocation: z
      .string()
      .regex(/^#(?:\/.*)?$/, { error: 'must be a JSON pointer such as "#/definitions"' }),
  })

/**
 * Every key of an object target is the subject of some `$ref` of the document, where the target stands at the JSON
 * pointer `reusableObjectsLocation`. A `$ref` to something inside the subject, or from inside it, does not count.
 */
export const unreferencedReusableObject = defineFunction({
  name: 'unreferencedReusableObject',
  options,
  checks: ['object'],
  run: (target, { reusableObjectsLocation }, context) => {
    if (!isRecord(target)) return []
    const references = referencesOf(context)
    const location = readPointer(reusableObjectsLocation) ?? []
    return Object.keys(target)
      .filter((key) => !references?.has(pointerKey([...location, key])))
      .map((key) => ({ message: `nothing refers to "${key}"`, path: [...context.path, key] }))
  },
})
