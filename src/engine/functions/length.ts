import { z } from 'zod'
import { isRecord } from '../is-record.ts'
import { defineFunction } from './define.ts'
import { subject } from './subject.ts'

const options = z
  .strictObject({ min: z.number().optional(), max: z.number().optional() })
  .refine(({ min, max }) => min !== undefined || max !== undefined, { error: 'needs "min", "max" or both' })

/**
 * The size of the target is at least `min` and at most `max`: the characters of a string (UTF-16 code units), the
 * items of an array, the keys of an object, a number itself. Other targets are not looked at.
 */
export const length = defineFunction({
  name: 'length',
  options,
  run: (target, { min, max }, context) => {
    const size = sizeOf(target)
    if (size === undefined) return []
    const results = []
    if (min !== undefined && size.count < min) results.push({ message: message('at least', min) })
    if (max !== undefined && size.count > max) results.push({ message: message('at most', max) })
    return results

    function message(bound: string, limit: number): string {
      return `${subject(context)} must ${size?.verb} ${bound} ${limit}${size?.unit}, but ${size?.has} ${size?.count}`
    }
  },
})

interface Size {
  readonly count: number
  readonly verb: string
  readonly has: string
  readonly unit: string
}

function sizeOf(target: unknown): Size | undefined {
  if (typeof target === 'number') return { count: target, verb: 'be', has: 'is', unit: '' }
  if (typeof target === 'string') return counted(target.length, 'characters')
  if (Array.isArray(target)) return counted(target.length, 'items')
  if (isRecord(target)) return counted(Object.keys(target).length, 'keys')
  return undefined
}

function counted(count: number, unit: string): Size {
  return { count, verb: 'have', has: 'has', unit: ` ${unit}` }
}
