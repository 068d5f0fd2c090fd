import { isRecord } from '../../model/record.ts'
import { printList } from '../print.ts'
import { defineFunction } from './define.ts'
import { propertiesOption } from './properties-option.ts'
import { subject } from './subject.ts'

/** An object target has exactly one of `properties`. Other targets are not checked. */
export const xor = defineFunction({
  name: 'xor',
  options: propertiesOption(2),
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
