import { usageError } from '../model/errors.ts'
import type { Location, Path } from '../model/location.ts'
import { isObject } from '../model/record.ts'
import type { SourceDocument } from '../model/source-document.ts'
import { parseDocument } from './document.ts'
import { maxDepth, ParseError, tooDeep } from './parse-error.ts'

interface NamedText {
  /** The kind of file, such as `config`: the error's code begins with it. */
  readonly noun: string
  readonly name: string
  readonly format: 'json' | 'yaml'
}

/**
 * Parses a file's text by `parse`. Throws GovError, usage, that names the place where that cannot
 * be parsed.
 */
export function parseNamed<Value>({ noun, name, format }: NamedText, parse: () => Value): Value {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    const { line, column } = error
    const message = `${name}:${line}:${column}: invalid ${format.toUpperCase()}: ${error.reason}`
    const [, remedy] = remedies.find(([reasons]) => reasons.test(error.reason)) ?? []
    const hint = remedy ?? 'Fix the file there, or in a line above.'
    throw usageError(`${noun}-syntax`, message, hint, error, { file: name, line, column })
  }
}

/** Hints by the error's reason; the first that matches wins. */
const remedies: readonly (readonly [RegExp, string])[] = [
  [/^a merge conflict/, 'Keep one side, and delete the lines of <<<<<<<, ======= and >>>>>>>.'],
  [/^a tab/, 'Replace it by spaces.'],
  [/^the character /, 'Remove it, or write it as an escape in double quotes.'],
  [/^a comment/, 'Write the comment as " # ...", or in a line above.'],
  [
    /^this line must be indented/,
    'Indent it further than the key, even a closing bracket; or close the bracket or quote above it.',
  ],
  [/ is read as text/, 'Lines of a text in quotes are indented further than its key.'],
  [
    /^the ["'] /,
    "Close the quote where its text ends. A quote within the text is \\\" in double and '' in single quotes.",
  ],
  [/^the [[{\]}] /, 'Close the bracket behind its last entry. Quote a text that contains a bracket.'],
  [
    / expected, /,
    'Put double quotes around keys and texts, and a comma between entries, none behind the last.',
  ],
  [
    /indent|column/,
    'Begin the keys of a mapping, or the dashes of a list, in one column, with spaces. Quote a text that contains ": ".',
  ],
  [
    / key|key-/,
    'Write "key: value", with a blank behind the colon. Indent a line that goes on with a text above.',
  ],
  [/comma/, 'Put a comma between entries. Quote a text that contains one, or a bracket.'],
  [/escape/, 'Put the text in single quotes, or write \\\\ for a backslash.'],
  [/alias/, 'Quote a text that begins with *. An alias needs its &anchor above it.'],
]

/**
 * Reads what a person writes for gov: configs, rulesets, policies. Much that reads them calls itself for each level, so JSON is
 * refused as deep as YAML always is. Definitions may be deeper. Throws ParseError.
 */
export function parseShallow(text: string, format: 'json' | 'yaml'): SourceDocument {
  const document = parseDocument(text, format)
  const path = format === 'json' ? findTooDeep(document.value) : undefined
  if (path !== undefined) throw createShallowParseError(document.locate(path), tooDeep)
  const [misread] = document.misreadings()
  if (misread) throw createShallowParseError(misread.location, misread.reason)
  return document
}

function createShallowParseError({ start_line, start_char }: Location, reason: string): ParseError {
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
