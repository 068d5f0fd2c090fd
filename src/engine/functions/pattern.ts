import { z } from 'zod'
import { readMessage } from '../../core/model/file-fault.ts'
import { readPattern, resetPattern } from '../pattern.ts'
import { print } from '../print.ts'
import { defineFunction, subject } from './define.ts'

/** A regular expression, and its text for messages. */
export const expression = () =>
  z.string().transform((text, context) => {
    try {
      return { text, pattern: readPattern(text) }
    } catch (error) {
      context.addIssue({ code: 'custom', message: readMessage(error) })
      return z.NEVER
    }
  })

const options = () =>
  z
    .strictObject({ match: expression().optional(), notMatch: expression().optional() })
    .refine(({ match, notMatch }) => match !== undefined || notMatch !== undefined, {
      error: 'needs "match", "notMatch" or both',
    })

/** A string target matches `match` and does not match `notMatch`, anywhere in it. Other targets are not checked. */
export const pattern = defineFunction({
  name: 'pattern',
  options,
  checks: ['string'],
  run: (target, { match, notMatch }, context) => {
    if (typeof target !== 'string') return []
    const failures: string[] = []
    if (match && !resetPattern(match.pattern).test(target))
      failures.push(`must match ${match.text}, but is ${print(target)}`)
    if (notMatch && resetPattern(notMatch.pattern).test(target))
      failures.push(`must not match ${notMatch.text}, but is ${print(target)}`)
    return failures.map((failure) => ({ message: `${subject(context)} ${failure}` }))
  },
})
