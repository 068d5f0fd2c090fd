import { z } from 'zod'
import { print, printList } from '../print.ts'
import { describeTooMany, most } from '../ruleset/bounds.ts'
import { defineFunction, subject } from './define.ts'

const scalar = () =>
  z.union([z.string(), z.number(), z.boolean(), z.null()], {
    error: 'must be a string, a number, a boolean or null',
  })

const options = () =>
  z.strictObject({
    values: z.array(scalar()).max(most.values, {
      error: ({ input }) => describeTooMany(Array.isArray(input) ? input.length : 0, 'values'),
    }),
  })

/** A scalar target is one of `values`, which are compared with their types. Other targets are not checked. */
export const enumeration = defineFunction({
  name: 'enumeration',
  options,
  checks: ['string', 'number', 'boolean', 'null'],
  run: (target, { values }, context) => {
    if (!isScalar(target) || values.includes(target)) return []
    return [{ message: `${subject(context)} must be one of ${printList(values)}, but is ${print(target)}` }]
  },
})

function isScalar(value: unknown): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}
