import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { ParseError } from '../../../src/document/parse-error.ts'
import { parseYaml } from '../../../src/document/parse-yaml.ts'
import type { ReadYaml } from '../../../src/document/read-text.ts'
import { readSimpleYaml } from '../../../src/document/simple/read.ts'
import { createYamlPlaces } from '../../../src/document/yaml-places.ts'
import type { Path } from '../../../src/model/location.ts'

/** Whether the simple reader reads `text`; fails where it does and the parser has another value, place or fault. */
export function readAgainstParser(text: string): 'read' | 'left' {
  const simple = readSimpleYaml(text)
  if (!simple) return 'left'
  const drawn = drawUp(text)
  const parsed = parseYaml(drawn)
  // toStrictEqual takes a key `constructor` for the value's own.
  if (!isDeepStrictEqual(simple.value, parsed.value)) expect.fail(`another value of ${JSON.stringify(text)}`)
  const paths = pathsOf(parsed.value)
  expect(pathsOf(simple.value)).toEqual(paths)
  expect(simple.keyFaults()).toEqual(parsed.keyFaults())
  if (drawn === text) expect(placesOf(simple, paths)).toEqual(placesOf(parsed, paths))
  return 'read'
}

/**
 * The parser takes no bracket that closes as far left as the key it belongs to, where the simple reader does: such a
 * bracket, to the end of the line before it.
 */
function drawUp(text: string): string {
  try {
    parseYaml(text)
    return text
  } catch (error) {
    if (!(error instanceof ParseError) || !error.reason.startsWith('a line in brackets')) return text
    const lines = text.split('\n')
    const [, blank = '', bracket = '', rest = ''] =
      /^( *)([\]}])(.*)$/s.exec(lines[error.line - 1] ?? '') ??
      expect.fail(`refused: ${JSON.stringify(text)}`)
    const above = lines.slice(0, error.line - 1)
    const last = above.findLastIndex((line) => /^\s*[^\s#]/.test(line))
    const drawn = above.with(last, `${withoutComment(above[last] ?? '')} ${bracket}`)
    return drawUp([...drawn, `${blank} ${rest}`, ...lines.slice(error.line)].join('\n'))
  }
}

function withoutComment(line: string): string {
  return line.replace(/(?:^|\s)#.*$/s, '').trimEnd()
}

/** In the order of the keys. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, child]) => pathsOf(child, [...path, key]))]
}

function placesOf(read: ReadYaml, paths: readonly Path[]): unknown[] {
  const place = createYamlPlaces(read.tree())
  return paths.map((path) => ({ path, ...place(path) }))
}
