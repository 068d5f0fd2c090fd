import { print } from '../print.ts'
import { defineFunction, subject } from './define.ts'

/** The target is there and is none of false, null, 0 and the empty string. */
export const truthy = defineFunction({
  name: 'truthy',
  run: (target, _options, context) =>
    target ? [] : [{ message: `${subject(context)} must be truthy, but is ${print(target)}` }],
})

/** The target is missing, or one of false, null, 0 and the empty string. */
export const falsy = defineFunction({
  name: 'falsy',
  run: (target, _options, context) =>
    target ? [{ message: `${subject(context)} must be falsy, but is ${print(target)}` }] : [],
})

/** The target is there, whatever its value; null is there. */
export const defined = defineFunction({
  name: 'defined',
  run: (target, _options, context) =>
    target === undefined ? [{ message: `${subject(context)} must be defined` }] : [],
})

/** The target is not there; null is there. */
export const notDefined = defineFunction({
  name: 'undefined',
  run: (target, _options, context) =>
    target === undefined ? [] : [{ message: `${subject(context)} must not be defined` }],
})
