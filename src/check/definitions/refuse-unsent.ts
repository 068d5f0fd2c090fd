import { usageError } from '../../core/model/errors.ts'
import { placeText } from '../../core/text/places.ts'
import { documentIssues } from '../../engine/document-issues.ts'
import { placeholder, uncheckedOperation } from '../../engine/document-rules.ts'
import { findNamedFiles } from '../../engine/file-reference.ts'
import { noFiles } from '../../engine/referenced-files.ts'
import type { Rule } from '../../engine/rule.ts'
import { excerpt, plural } from '../../reporters/wording.ts'
import type { Connection } from '../check-plan.ts'
import type { SentDefinition } from './bundle-definition.ts'
import type { LocalDefinition } from './local-definition.ts'

type Sent = Pick<SentDefinition, 'file' | 'document' | 'files'>

/**
 * The checks that the embedded sandbox makes of every definition, made before a dashboard gets one. Throws GovError,
 * usage, if a part of it would go unchecked: all but the last of repeated keys, keys in a text, operations beside a `$ref`,
 * and placeholders, which a dashboard takes for text. What else the sandbox would report as an issue is a warning, since a
 * dashboard sees it and may know what it means.
 */
export function refuseUnsent(
  { file, document, files = noFiles }: Sent,
  { sendsPlaceholders }: Pick<Connection, 'sendsPlaceholders'>,
): readonly string[] {
  const issues = documentIssues(document, files)
  const repeated = document.keyFaults().find(({ kind }) => kind === 'repeated')
  if (repeated !== undefined) {
    throw usageError(
      'definition-keys-repeated',
      `${placeText(file, repeated.location)}: the key ${excerpt(String(repeated.path.at(-1)), longest)} is duplicated: only its last value would be checked`,
      'Remove or rename the key.',
    )
  }
  const [quote] = document.lostQuotes()
  if (quote !== undefined) {
    throw usageError(
      'definition-quote-open',
      `${placeText(file, quote.location)}: ${excerpt(quote.reason, longest)}`,
      'Fix it there: what the quote holds would not be checked.',
    )
  }
  for (const { rule, message, location, file: part } of issues) {
    const code = codes.get(rule)
    if (code === undefined || (rule === placeholder && sendsPlaceholders)) continue
    throw usageError(code, `${placeText(part ?? file, location)}: ${message}`, rule.howToFix)
  }
  const [first, ...others] = issues
  if (first === undefined) return []
  const more = others.length > 0 ? ` (and ${plural(others.length, 'more problem')})` : ''
  return [`${placeText(first.file ?? file, first.location)}: ${excerpt(first.message, longest)}${more}`]
}

const codes: ReadonlyMap<Rule, string> = new Map([
  [uncheckedOperation, 'definition-operation-unchecked'],
  [placeholder, 'definition-placeholder'],
])

/** Longest excerpt of the document in a message, in characters. */
const longest = 160

/**
 * A warning about a definition that names files other than by a `$ref`, which neither a dashboard nor the embedded
 * sandbox follows: nothing in them is checked.
 */
export function uncheckedFiles({
  file: name,
  value,
  locate,
}: Pick<LocalDefinition, 'file' | 'value' | 'locate'>): readonly string[] {
  const named = findNamedFiles(value)
  const [first] = named
  if (first === undefined) return []
  const others = new Set(named.map(({ file }) => file)).size - 1
  const more = others > 0 ? ` (and ${plural(others, 'more file')})` : ''
  const where = `${placeText(name, locate(first.path))}: ${first.by}`
  const file = excerpt(first.file, longest) + more
  return [`${where} names ${file}, which is not checked: only $ref is followed`]
}
