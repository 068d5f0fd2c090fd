import { z } from 'zod'
import { isRecord } from '../../core/model/record.ts'
import { printList } from '../print.ts'
import { defineFunction, subject } from './define.ts'

/** The keys that a function counts in its target. */
function createOptions(atLeast: number) {
  return () =>
    z.strictObject({
      properties: z.array(z.string()).min(atLeast, { error: `must list at least ${atLeast} properties` }),
    })
}

/** An object target has at least one of `properties`. Other targets are not checked. */
export const or = defineFunction({
  name: 'or',
  options: createOptions(1),
  checks: ['object'],
  run: (target, { properties }, context) => {
    if (!isRecord(target) || properties.some((property) => Object.hasOwn(target, property))) return []
    return [{ message: `${subject(context)} must have at least one of ${printList(properties)}` }]
  },
})

/** As `or`, but exactly one property must be there. */
export const xor = defineFunction({
  name: 'xor',
  options: createOptions(2),
  checks: ['object'],
  run: (target, { properties }, context) => {
    if (!isRecord(target)) return []
    const present = properties.filter((property) => Object.hasOwn(target, property))
    if (present.length === 1) return []
    const found = present.length === 0 ? 'none' : printList(present)
    return [
      { message: `${subject(context)} must have exactly one of ${printList(properties)}, but has ${found}` },
    ]
  },
})
