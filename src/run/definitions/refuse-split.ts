import { findFileReference } from '../../engine/file-reference.ts'
import { usageError } from '../../model/errors.ts'
import type { LocalDefinition } from './local-definition.ts'

/**
 * A dashboard gets the one file and cannot follow what leads out of it: what is there would go unchecked. Throws
 * GovError, usage, for a definition that refers to a file.
 */
export function refuseSplit({ file, value, locate }: LocalDefinition): void {
  const reference = findFileReference(value)
  if (reference === undefined) return
  const { start_line, start_char } = locate(reference.path)
  throw usageError(
    'definition-split',
    `${file}:${start_line}:${start_char}: the definition references ${reference.file}, which a dashboard cannot read`,
    'Bundle it into one file first, and check that. The embedded sandbox (--url embedded, --ruleset-file) follows references to files.',
  )
}
