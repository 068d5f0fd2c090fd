import { findContainers, type JsonContainers } from './json-containers.ts'
import { findJsonFault } from './json-fault.ts'
import { findRepeatedJsonKeys } from './json-keys.ts'
import { createJsonPlaces } from './json-places.ts'
import type { KeyFault } from './key-fault.ts'
import { positionAt } from './lines.ts'
import { ParseError } from './parse-error.ts'
import type { ReadText } from './read-text.ts'

/** Reads JSON. Of a key that occurs twice the last value counts, as everywhere. Throws ParseError. */
export function readJson(text: string): ReadText {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const { reason, offset } = findJsonFault(text)
    const { line, column } = positionAt(text, offset)
    throw new ParseError(reason, line, column)
  }
  let found: JsonContainers | undefined
  const containers = () => {
    found ??= findContainers(text)
    return found
  }
  let places: ReadText['place'] | undefined
  let faults: readonly KeyFault[] | undefined
  return {
    value,
    place: (path) => {
      places ??= createJsonPlaces(text, containers())
      return places(path)
    },
    keyFaults: () => {
      faults ??= findRepeatedJsonKeys(text, value, containers().keyCount)
      return faults
    },
  }
}
