import type { Location, Path } from '../model/location.ts'
import { isObject } from '../model/record.ts'
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
  const path = format === 'json' ? findTooDeep(document.value) : undefined
  if (path !== undefined) throw shallowParseError(document.locate(path), tooDeep)
  const [lost] = document.lostQuotes()
  if (lost) throw shallowParseError(lost.location, lost.reason)
  return document
}

function shallowParseError({ start_line, start_char }: Location, reason: string): ParseError {
  return new ParseError(reason, start_line, start_char)
}

/** Leads to something that is too deep; undefined where nothing is. */
function findTooDeep(value: unknown, path: Path = []): Path | undefined {
  if (!isObject(value)) return undefined
  if (path.length === maxDepth) return path
  for (const [key, member] of Object.entries(value)) {
    const found = isObject(member) && findTooDeep(member, [...path, key])
    if (found) return found
  }
  return undefined
}
