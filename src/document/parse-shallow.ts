import type { Location, Path } from '../model/location.ts'
import type { SourceDocument } from '../model/source-document.ts'
import { parseDocument } from './document.ts'
import { ParseError } from './parse-error.ts'
import { maxDepth, tooDeep } from './parse-yaml.ts'

/**
 * Reads what a person writes for gov: configs, rulesets, policies. Much that reads them calls itself for each level, so JSON is
 * refused as deep as YAML always is. Definitions may be deeper. Throws ParseError.
 */
export function parseShallow(text: string, format: 'json' | 'yaml'): SourceDocument {
  const document = parseDocument(text, format)
  const path = format === 'json' ? deepest(document.value) : undefined
  if (path !== undefined) throw errorAt(document.locate(path), tooDeep)
  const [lost] = document.lostQuotes()
  if (lost) throw errorAt(lost.location, lost.reason)
  return document
}

function errorAt({ start_line, start_char }: Location, reason: string): ParseError {
  return new ParseError(reason, start_line, start_char)
}

interface Level {
  readonly value: object
  readonly key: string | number
  readonly above: Level | undefined
}

/** Leads to something that is too deep; undefined where nothing is. */
function deepest(root: unknown): Path | undefined {
  let levels = levelsIn({ root }, undefined)
  for (let depth = 1; levels.length > 0; depth++) {
    if (depth > maxDepth) return pathTo(levels[0])
    levels = levels.flatMap((level) => levelsIn(level.value, level))
  }
  return undefined
}

function levelsIn(parent: object, above: Level | undefined): readonly Level[] {
  return Object.entries(parent).flatMap(([name, value]) => {
    const key = Array.isArray(parent) ? Number(name) : name
    return typeof value === 'object' && value !== null ? [{ value, key, above }] : []
  })
}

function pathTo(level: Level | undefined): Path {
  const keys: (string | number)[] = []
  // The first one stands for the root.
  for (let each = level; each?.above !== undefined; each = each.above) keys.unshift(each.key)
  return keys
}
