import { findJsonFault } from '../text/json-fault.ts'
import { findRepeatedJsonKeys } from './json-keys.ts'
import { type JsonTree, treeOfJson } from './json-tree.ts'
import type { KeyFault } from './key-fault.ts'
import { ParseError } from './parse-error.ts'
import { createPlaces } from './places.ts'
import type { ReadText } from './read-text.ts'

/** Reads JSON. Of a key that occurs twice the last value counts, as everywhere. Throws ParseError. */
export function readJson(text: string): ReadText {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const { reason, line, column } = findJsonFault(text)
    throw new ParseError(reason, line, column)
  }
  let known: JsonTree | undefined
  const tree = () => {
    known ??= treeOfJson(text)
    return known
  }
  let places: ReadText['place'] | undefined
  let faults: readonly KeyFault[] | undefined
  return {
    value,
    place: (path) => {
      places ??= createPlaces(tree())
      return places(path)
    },
    keyFaults: () => {
      faults ??= findRepeatedJsonKeys(text, value, tree().keyCount)
      return faults
    },
  }
}
