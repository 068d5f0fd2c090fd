import { z } from 'zod'
import { isRecord } from '../../core/model/record.ts'
import { printCount } from '../print.ts'
import { defineFunction, subject } from './define.ts'

const options = () =>
  z
    .strictObject({ min: z.number().optional(), max: z.number().optional() })
    .refine(({ min, max }) => min !== undefined || max !== undefined, {
      error: 'needs "min", "max" or both',
    })

/**
 * The size of the target is at least `min` and at most `max`: the characters of a string (UTF-16 code units), the
 * items of an array, the keys of an object, a number itself. Other targets are not checked.
 */
export const length = defineFunction({
  name: 'length',
  options,
  checks: ['string', 'number', 'array', 'object'],
  run: (target, { min, max }, context) => {
    const size = measureSize(target)
    if (size === undefined) return []
    const results = []
    if (min !== undefined && size.count < min) results.push({ message: message('at least', min) })
    if (max !== undefined && size.count > max) results.push({ message: message('at most', max) })
    return results

    function message(bound: string, limit: number): string {
      const { unit, count } = size ?? {}
      const [verb, has] = unit === undefined ? ['be', 'is'] : ['have', 'has']
      const amount = unit === undefined ? limit : printCount(limit, unit)
      return `${subject(context)} must ${verb} ${bound} ${amount}, but ${has} ${count}`
    }
  },
})

/** A number has no unit: it is its own size. */
function measureSize(target: unknown): { readonly count: number; readonly unit?: string } | undefined {
  if (typeof target === 'number') return { count: target }
  if (typeof target === 'string') return { count: target.length, unit: 'character' }
  if (Array.isArray(target)) return { count: target.length, unit: 'item' }
  if (isRecord(target)) return { count: Object.keys(target).length, unit: 'key' }
  return undefined
}
