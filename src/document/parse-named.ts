import { usageError } from '../model/errors.ts'
import { ParseError } from './parse-error.ts'

interface Named {
  /** What the file is to its reader: the error's code begins with it. */
  readonly noun: string
  readonly name: string
  readonly format: 'json' | 'yaml'
}

/** What `parse` makes of a file's text. Throws GovError, usage, that names the place where that cannot be parsed. */
export function parseNamed<Value>({ noun, name, format }: Named, parse: () => Value): Value {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    const message = `${name}:${error.line}:${error.column}: invalid ${format.toUpperCase()}: ${error.reason}`
    throw usageError(`${noun}-syntax`, message, 'Fix the file there.', error)
  }
}
