import { isRecord } from '../../model/record.ts'
import { printList } from '../print.ts'
import { defineFunction } from './define.ts'
import { propertiesOption } from './properties-option.ts'
import { subject } from './subject.ts'

/** An object target has at least one of `properties`. Other targets are not checked. */
export const or = defineFunction({
  name: 'or',
  options: propertiesOption(1),
  checks: ['object'],
  run: (target, { properties }, context) => {
    if (!isRecord(target) || properties.some((property) => Object.hasOwn(target, property))) return []
    return [{ message: `${subject(context)} must have at least one of ${printList(properties)}` }]
  },
})
