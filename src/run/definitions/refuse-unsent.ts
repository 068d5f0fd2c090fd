import { documentIssues } from '../../engine/document-issues.ts'
import { findOutsideReference, isInData } from '../../engine/file-reference.ts'
import { noFiles } from '../../engine/referenced-files.ts'
import { usageError } from '../../model/errors.ts'
import { excerpt, plural } from '../../reporters/wording.ts'
import type { LocalDefinition } from './local-definition.ts'

type Sent = Pick<LocalDefinition, 'file' | 'value' | 'locate' | 'document'>

/**
 * The checks that the embedded sandbox makes of every definition, made before a dashboard gets one. Throws GovError,
 * usage, if a part of it would go unchecked: what a reference names outside of it, and all but the last of repeated keys.
 * What else the sandbox would report as an issue is a warning, since a dashboard sees it and may know what it means.
 */
export function refuseUnsent(definition: Sent): readonly string[] {
  const { file, value, locate, document } = definition
  const reference = findOutsideReference(value, isInData)
  if (reference !== undefined) {
    throw usageError(
      'definition-split',
      `${placeOf(file, locate(reference.path))}: the definition references ${excerpt(reference.file, longest)}, which a dashboard cannot read`,
      'Bundle it into one file first, and check that. The embedded sandbox (--url embedded, --ruleset-file) follows references to files.',
    )
  }
  const [first, ...others] = documentIssues(document, noFiles)
  const repeated = document.keyFaults().find(({ kind }) => kind === 'repeated')
  if (repeated !== undefined) {
    throw usageError(
      'definition-keys-repeated',
      `${placeOf(file, repeated.location)}: the key ${excerpt(String(repeated.path.at(-1)), longest)} is duplicated: only its last value would be checked`,
      'Remove or rename the key.',
    )
  }
  if (first === undefined) return []
  const more = others.length > 0 ? ` (and ${plural(others.length, 'more problem')})` : ''
  return [`${placeOf(file, first.location)}: ${excerpt(first.message, longest)}${more}`]
}

/** The characters of the document that a message repeats. */
const longest = 160

function placeOf(file: string, { start_line, start_char }: ReturnType<Sent['locate']>): string {
  return `${file}:${start_line}:${start_char}`
}
