import { readJson } from './json.ts'
import { ParseError } from './parse-error.ts'
import { parseYaml } from './parse-yaml.ts'
import type { ParsedText } from './parsed-text.ts'
import { readSimpleYaml } from './simple/read.ts'

/** Reads a text without a byte order mark. Throws ParseError. */
export function readDocument(text: string, format: 'json' | 'yaml'): ParsedText {
  if (text.trim() === '') throw new ParseError('the document is empty', 1, 1)
  return format === 'json' ? readJson(text) : (readSimpleYaml(text) ?? parseYaml(text))
}
