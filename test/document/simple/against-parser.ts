import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { ParseError } from '../../../src/document/parse-error.ts'
import { parseYaml } from '../../../src/document/parse-yaml.ts'
import { createPlaces } from '../../../src/document/places.ts'
import type { ReadText } from '../../../src/document/read-text.ts'
import { readSimpleYaml } from '../../../src/document/simple/read.ts'
import type { Path } from '../../../src/model/location.ts'
import { positionAt } from '../../../src/text/position-at.ts'

/** Whether the simple reader reads `text`; fails where it does and the parser has another value, place or fault. */
export function readAgainstParser(text: string): 'read' | 'left' {
  const simple = readSimpleYaml(text)
  if (!simple) return 'left'
  const indented = indentAsParserWants(text)
  if (indented !== text) return readAgainstIndented(simple, text, indented)
  const parsed = parseYaml(text)
  // toStrictEqual takes a key `constructor` for the value's own.
  if (!isDeepStrictEqual(simple.value, parsed.value)) expect.fail(`another value of ${JSON.stringify(text)}`)
  const paths = pathsOf(parsed.value)
  expect(pathsOf(simple.value)).toEqual(paths)
  expect(simple.keyFaults()).toEqual(parsed.keyFaults())
  expect(placesOf(simple, paths)).toEqual(placesOf(parsed, paths))
  return 'read'
}

/** The parser minds the columns of some lines: with these moved it must read the same, on the same lines. */
function readAgainstIndented(simple: ReadText, text: string, indented: string): 'read' {
  const parsed = parseYaml(indented)
  if (!isDeepStrictEqual(simple.value, parsed.value)) expect.fail(`another value of ${JSON.stringify(text)}`)
  const paths = pathsOf(parsed.value)
  expect(pathsOf(simple.value)).toEqual(paths)
  expect(simple.keyFaults().map(({ path }) => path)).toEqual(parsed.keyFaults().map(({ path }) => path))
  expect(linesOf(text, simple, paths)).toEqual(linesOf(indented, parsed, paths))
  return 'read'
}

/** Moves each line to the right that the parser refuses only for its column. */
function indentAsParserWants(text: string): string {
  try {
    parseYaml(text)
    return text
  } catch (error) {
    if (!(error instanceof ParseError) || !error.reason.startsWith('a line in brackets or quotes'))
      throw error
    const lines = text.split('\n')
    lines[error.line - 1] = ` ${lines[error.line - 1]}`
    return indentAsParserWants(lines.join('\n'))
  }
}

function linesOf(text: string, read: ReadText, paths: readonly Path[]): unknown[] {
  const place = createPlaces(read.tree())
  const lineAt = (offset: number) => positionAt(text, offset).line
  return paths.map((path) => ({ path, from: lineAt(place(path).start), to: lineAt(place(path).end) }))
}

/** In the order of the keys. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, child]) => pathsOf(child, [...path, key]))]
}

function placesOf(read: ReadText, paths: readonly Path[]): unknown[] {
  const place = createPlaces(read.tree())
  return paths.map((path) => ({ path, ...place(path) }))
}
