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
  const spaced = spaceAsParserWants(text)
  if (spaced !== text) return readAgainstSpaced(simple, text, spaced)
  const parsed = parseYaml(text)
  // toStrictEqual takes a key `constructor` for the value's own.
  if (!isDeepStrictEqual(simple.value, parsed.value)) expect.fail(`another value of ${JSON.stringify(text)}`)
  const paths = pathsOf(parsed.value)
  expect(pathsOf(simple.value)).toEqual(paths)
  expect(simple.keyFaults()).toEqual(parsed.keyFaults())
  expect(placesOf(simple, paths)).toEqual(placesOf(parsed, paths))
  return 'read'
}

/** The parser wants more spaces in some places: with these it must read the same, on the same lines. */
function readAgainstSpaced(simple: ReadText, text: string, spaced: string): 'read' {
  const parsed = parseYaml(spaced)
  if (!isDeepStrictEqual(simple.value, parsed.value)) expect.fail(`another value of ${JSON.stringify(text)}`)
  const paths = pathsOf(parsed.value)
  expect(pathsOf(simple.value)).toEqual(paths)
  expect(simple.keyFaults().map(({ path }) => path)).toEqual(parsed.keyFaults().map(({ path }) => path))
  expect(linesOf(text, simple, paths)).toEqual(linesOf(spaced, parsed, paths))
  return 'read'
}

/** Adds a space to each line that the parser refuses only for its column, and before a comment right behind a value. */
function spaceAsParserWants(text: string): string {
  try {
    parseYaml(text)
    return text
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    const lines = text.split('\n')
    const line = lines[error.line - 1] ?? ''
    const isTooFarLeft = error.reason.startsWith('a line in brackets or quotes')
    const at = isTooFarLeft ? 0 : error.column - 1
    if (!isTooFarLeft && !/^['"\]}]#/.test(line.slice(at - 1))) throw error
    lines[error.line - 1] = `${line.slice(0, at)} ${line.slice(at)}`
    return spaceAsParserWants(lines.join('\n'))
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
