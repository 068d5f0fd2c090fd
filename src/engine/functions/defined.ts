import { defineFunction, subject } from './define.ts'

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
