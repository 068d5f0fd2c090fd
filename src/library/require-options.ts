import { usageError } from '../core/model/errors.ts'
import { suggestionText } from '../core/text/suggest.ts'

/** What the value of each option must be, and whether it is. */
type OptionRows = Readonly<Record<string, readonly [expected: string, isValid: (value: unknown) => boolean]>>

export const textOption = ['text', (value: unknown) => typeof value === 'string'] as const
export const booleanOption = ['true or false', (value: unknown) => typeof value === 'boolean'] as const

export function toChoiceOption(choices: readonly unknown[]) {
  return [`one of ${choices.join(', ')}`, (value: unknown) => choices.includes(value)] as const
}

/** Throws GovError `option-invalid`: an option that `owner` does not have, or a value that it does not take. Undefined counts as absent. */
export function requireOptions(owner: string, options: unknown, rows: OptionRows): void {
  const refuse = (what: string, hint: string) => usageError('option-invalid', what, hint)
  if (typeof options !== 'object' || options === null)
    throw refuse(`the options of ${owner} must be an object`, 'Pass an object, or leave it out.')
  const names = Object.keys(rows)
  for (const [name, value] of Object.entries(options)) {
    const [expected, isValid] = (Object.hasOwn(rows, name) && rows[name]) || []
    if (isValid === undefined) {
      const what = `${owner} has no option ${JSON.stringify(name)}${suggestionText(name, names)}`
      throw refuse(what, `The options are ${names.join(', ')}.`)
    }
    if (value !== undefined && !isValid(value))
      throw refuse(`${name} must be ${expected}`, 'Fix the value or delete it.')
  }
}
