import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { createPlaces, findLostQuotes } from '../../../../src/core/document/document.ts'
import { findLoosePlaces } from '../../../../src/core/document/lenient/find-loose-places.ts'
import { parseYaml } from '../../../../src/core/document/parse-yaml.ts'
import type { ParsedText } from '../../../../src/core/document/parsed-text.ts'
import { readSimpleYaml } from '../../../../src/core/document/simple/read.ts'
import type { Path } from '../../../../src/core/model/location.ts'

/** Whether the simple reader reads `text`; fails where it does and the parser has another value, place or fault. */
export function readAgainstParser(text: string): 'read' | 'left' {
  const simple = readSimpleYaml(text)
  if (!simple) return 'left'
  const parsed = parseYaml(text)
  // toStrictEqual takes a key `constructor` for the value's own.
  if (!isDeepStrictEqual(simple.value, parsed.value)) expect.fail(`another value of ${JSON.stringify(text)}`)
  const paths = pathsOf(parsed.value)
  expect(pathsOf(simple.value)).toEqual(paths)
  expect(simple.keyFaults()).toEqual(parsed.keyFaults())
  expect(findLostQuotes(text, simple.tree())).toEqual(findLostQuotes(text, parsed.tree()))
  expect(findLoosePlaces(text, simple)).toEqual(findLoosePlaces(text, parsed))
  expect(placesOf(simple, paths)).toEqual(placesOf(parsed, paths))
  return 'read'
}

/** In the order of the keys. */
export function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, child]) => pathsOf(child, [...path, key]))]
}

function placesOf(read: ParsedText, paths: readonly Path[]): unknown[] {
  const place = createPlaces(read.tree())
  return paths.map((path) => ({ path, ...place(path) }))
}
