import type { Path } from '../model.ts'
import { findJsonFault } from './json-fault.ts'
import { createJsonPlaces } from './json-places.ts'
import { positionAt, type Range } from './lines.ts'
import { ParseError } from './parse-error.ts'

/** Reads JSON. A key that occurs twice keeps its last value, as everywhere. Throws ParseError. */
export function readJson(text: string): { value: unknown; place: (path: Path) => Range } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const { reason, offset } = findJsonFault(text)
    const { line, column } = positionAt(text, offset)
    throw new ParseError(reason, line, column)
  }
  let places: ((path: Path) => Range) | undefined
  return {
    value,
    place: (path) => {
      places ??= createJsonPlaces(text)
      return places(path)
    },
  }
}
