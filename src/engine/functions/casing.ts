import { z } from 'zod'
import { print } from '../print.ts'
import { defineFunction, subject } from './define.ts'

const types = ['flat', 'camel', 'pascal', 'kebab', 'cobol', 'snake', 'macro'] as const
type CasingType = (typeof types)[number]

const written = () =>
  z.strictObject({
    type: z.enum(types),
    disallowDigits: z.boolean().optional(),
    separator: z
      .strictObject({
        char: z.string().max(1, { error: 'must be one character' }),
        allowLeading: z.boolean().optional(),
      })
      .optional(),
  })

const options = () => written().transform((given) => ({ ...given, expression: createExpression(given) }))

/** A string target that is not empty is written in the case `type`. Other targets are not checked. */
export const casing = defineFunction({
  name: 'casing',
  options,
  checks: ['string'],
  run: (target, { type, separator, expression }, context) => {
    if (typeof target !== 'string' || target === '') return []
    if (separator?.allowLeading && target === separator.char) return []
    if (expression.test(target)) return []
    return [{ message: `${subject(context)} must be ${type} case, but is ${print(target)}` }]
  },
})

/** No part of it can match the same text in two ways, so that hostile names cannot make it backtrack. */
function createExpression({ type, disallowDigits, separator }: z.infer<ReturnType<typeof written>>): RegExp {
  const word = buildWordPattern(type, disallowDigits ? '' : '0-9')
  if (!separator?.char) return new RegExp(`^${word}$`, 'u')
  const char = `\\u{${separator.char.codePointAt(0)?.toString(16)}}`
  const leading = separator.allowLeading ? `${char}?` : ''
  const more = separator.char === joiners[type] ? '' : `(?:${char}${word})*`
  return new RegExp(`^${leading}${word}${more}$`, 'u')
}

const joiners: Partial<Record<CasingType, string>> = { kebab: '-', cobol: '-', snake: '_', macro: '_' }

function buildWordPattern(type: CasingType, digits: string): string {
  const lower = `[a-z${digits}]`
  const upper = `[A-Z${digits}]`
  /** One capital at a time: a second one in a row is an abbreviation, which these cases spell in small letters. */
  const humps = `(?:${lower}|[A-Z](?=${lower}|$))*`
  switch (type) {
    case 'flat':
      return `[a-z]${lower}*`
    case 'camel':
      return `[a-z]${humps}`
    case 'pascal':
      return `[A-Z]${humps}`
    case 'kebab':
    case 'snake':
      return `[a-z]${lower}*(?:${joiners[type]}${lower}+)*`
    case 'cobol':
    case 'macro':
      return `[A-Z]${upper}*(?:${joiners[type]}${upper}+)*`
  }
}
