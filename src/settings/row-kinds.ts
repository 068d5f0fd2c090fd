import { durationText } from './duration.ts'
import { choice, duration, listOf, text, wholeNumber } from './kinds.ts'
import type { Files } from './row.ts'

export const number = 'Write a whole number, without quotes.'
export const id = 'Write each id once, as a string; quote it if it is all digits.'
export const file = 'Write the path of a JSON or YAML file.'

export const names = () => listOf(text(), (name) => name)

/** The number that digits stand for; anything else stays as it is, for the schema to refuse. */
export function numeric(typed: unknown): unknown {
  return typeof typed === 'string' && /^\d{1,15}$/.test(typed) ? Number(typed) : typed
}

export const count = (range: string, most?: number, least?: number) => ({
  schema: () => wholeNumber(range, most, least),
  hint: number,
})

export const oneOf = <const Choices extends readonly [string, ...string[]]>(choices: Choices) => ({
  schema: () => choice(choices),
  hint: `Write one of: ${choices.join(', ')}.`,
  completion: choices,
})

/** Milliseconds. */
export const time = {
  schema: duration,
  hint: 'Write a number with its unit, such as "500ms", "30s" or "5m".',
  shown: durationText,
}

export const fileToRead: Files<string> = { use: 'read', map: (path, change) => change(path) }

export const pem = { schema: text, hint: 'Write the path of a PEM file.', files: fileToRead }

export const filesToRead: Files<readonly string[]> = {
  use: 'read',
  map: (paths, change) => paths.map(change),
}
