import { ParseError, parseDocument } from '../../document/document.ts'
import type { PlacedSource } from '../../gate/place.ts'
import { usageError } from '../../model/errors.ts'
import type { SourceDocument } from '../../model/source-document.ts'
import { digestOf } from '../../text/digest.ts'
import type { SourceFile } from '../source-file.ts'
import { requireOpenApi } from './require-openapi.ts'

/** A definition as it is sent, and as the places of its issues are looked up. */
export interface LocalDefinition extends SourceFile, PlacedSource {
  /** Digest of the bytes. */
  readonly digest: string
  readonly document: SourceDocument
}

/** Throws GovError, usage: the file cannot be parsed, or is not an OpenAPI document. */
export function localDefinition(source: SourceFile): LocalDefinition {
  const { file, bytes } = source
  const document = parse(source)
  requireOpenApi(document.value, file)
  const { value, locate, locateKey } = document
  return { ...source, value, locate, locateKey, document, digest: digestOf(bytes) }
}

function parse({ file, text, format, versions }: SourceFile): SourceDocument {
  try {
    return versions ? versions.read(text, format) : parseDocument(text, format)
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    throw usageError(
      'definition-syntax',
      `${file}:${error.line}:${error.column}: invalid ${format === 'json' ? 'JSON' : 'YAML'}: ${error.reason}`,
      'Fix the file there.',
      error,
    )
  }
}
