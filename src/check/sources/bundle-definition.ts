import { usageError } from '../../core/model/errors.ts'
import type { Location } from '../../core/model/location.ts'
import { computeDigest } from '../../core/text/digest.ts'
import { exactJson } from '../../core/text/json.ts'
import { placeText } from '../../core/text/places.ts'
import { excerpt } from '../../core/text/wording.ts'
import { type Bundle, bundle } from '../../engine/bundle/bundle.ts'
import { BundleError, type SplitDocument } from '../../engine/bundle/links.ts'
import { findOutsideReference, isInData } from '../../engine/openapi/data-places.ts'
import { findDocumentIssues } from '../../engine/openapi/document-issues.ts'
import { invalidRef } from '../../engine/openapi/document-rules.ts'
import { findPart, type ReferencedFiles } from '../../engine/openapi/files.ts'
import type { LocalDefinition } from './local-definition.ts'
import { type ReferencedSources, readReferenced } from './local-files.ts'

/** A definition as a dashboard gets it. */
export interface SentDefinition extends LocalDefinition {
  /** The other files that it took something from. */
  readonly bundled?: readonly string[] | undefined
  readonly files?: ReferencedFiles | undefined
}

/** The definition with what it refers to in other files, as one JSON document. Throws GovError, usage, if a part cannot be bundled. */
export async function bundleDefinition(
  definition: LocalDefinition,
  sources: ReferencedSources,
): Promise<SentDefinition> {
  const { file, document } = definition
  const split = { document, files: await readReferenced(definition, sources) }
  refuseUnread(split, file)
  const { value, files, writtenAt } = tryBundle(split, file)
  if (findOutsideReference(value, isInData) !== undefined)
    throw cannotBundleError('a reference to another file would remain', file, undefined)
  const bytes = new TextEncoder().encode(exactJson(value))
  return {
    ...definition,
    bytes,
    digest: computeDigest(bytes),
    contentType: 'application/json',
    value,
    bundled: files,
    files: split.files,
    writtenAt: (path) => {
      const { name, path: written } = writtenAt(path)
      const part = findPart(name, split.document, split.files)
      return {
        file: name ?? file,
        path: written,
        key: part.locateKey(written),
        location: part.locate(written),
      }
    },
  }
}

/** Throws where the other files have a fault that the embedded sandbox reports and the bundle would hide. */
function refuseUnread({ document, files }: SplitDocument, file: string): void {
  const lost = findDocumentIssues(document, files).find(
    (issue) => issue.file !== undefined && issue.rule === invalidRef,
  )
  if (lost) throw cannotBundleError(lost.message, lost.file ?? file, lost.location)
  for (const [name, part] of files.documents) {
    const [misread] = part.misreadings()
    if (misread) throw cannotBundleError(misread.reason, name, misread.location)
    const repeated = part.keyFaults().find(({ kind }) => kind === 'repeated')
    if (repeated) {
      const message = `the key ${String(repeated.path.at(-1))} is duplicated`
      throw cannotBundleError(message, name, repeated.location)
    }
  }
}

function tryBundle(split: SplitDocument, file: string): Bundle {
  try {
    return bundle(split)
  } catch (error) {
    if (error instanceof RangeError) throw cannotBundleError('it is nested too deeply', file, undefined)
    if (!(error instanceof BundleError)) throw error
    const location = findPart(error.file, split.document, split.files).locate(error.path)
    throw cannotBundleError(error.message, error.file ?? file, location)
  }
}

function cannotBundleError(reason: string, file: string, at: Location | undefined): Error {
  return usageError(
    'definition-split',
    `${placeText(file, at)}: cannot bundle the definition for the dashboard: ${excerpt(reason, 160)}`,
    'Fix this, or check it with the embedded sandbox (--url embedded, --ruleset-file), which reads the files as they are.',
  )
}
