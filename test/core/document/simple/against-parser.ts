import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { createDocument, createPlaces, findLostQuotes } from '../../../../src/core/document/document.ts'
import type { Range } from '../../../../src/core/document/lines.ts'
import { addBlanks, findLoosePlaces } from '../../../../src/core/document/loose.ts'
import { ParseError } from '../../../../src/core/document/parse-error.ts'
import { parseYaml } from '../../../../src/core/document/parse-yaml.ts'
import type { ParsedText } from '../../../../src/core/document/parsed-text.ts'
import { readSimpleYaml } from '../../../../src/core/document/simple/read.ts'
import type { Path } from '../../../../src/core/model/location.ts'

/**
 * Whether the simple reader reads `text`; fails where it does and the parser has another value, place or fault. A text that it
 * notes loose places of is one that the parser reads with blanks more there, and not without.
 */
export function readAgainstParser(text: string): 'read' | 'left' {
  const simple = readSimpleYaml(text)
  if (!simple) return 'left'
  const notes = simple.notes ?? []
  const isLoose = findLoosePlaces(text, notes).length > 0
  if (isLoose) expect(() => parseYaml(text)).toThrow(ParseError)
  const strict = isLoose ? addBlanks(text, notes) : { text, toOffset: (offset: number) => offset }
  const parsed = parseYaml(strict.text)
  // toStrictEqual takes a key `constructor` for the value's own.
  if (!isDeepStrictEqual(simple.value, parsed.value)) expect.fail(`another value of ${JSON.stringify(text)}`)
  const paths = pathsOf(parsed.value)
  expect(pathsOf(simple.value)).toEqual(paths)
  const moveBack = ({ start, end }: Range) => ({ start: strict.toOffset(start), end: strict.toOffset(end) })
  expect(simple.keyFaults()).toEqual(
    parsed.keyFaults().map((fault) => ({ ...fault, range: moveBack(fault.range) })),
  )
  expect(placesOf(simple, paths)).toEqual(placesOf(parsed, paths, moveBack))
  const lost = findLostQuotes(text, simple)
  if (!isLoose) expect(lost).toEqual(findLostQuotes(text, parsed))
  expect(createDocument(text, simple).misreadings()).toHaveLength(lost.length)
  return 'read'
}

/** In the order of the keys. */
export function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, child]) => pathsOf(child, [...path, key]))]
}

function placesOf(read: ParsedText, paths: readonly Path[], move = (range: Range) => range): unknown[] {
  const place = createPlaces(read.tree())
  return paths.map((path) => {
    const { key, ...value } = place(path)
    return { path, value: move(value), key: key && move(key) }
  })
}
