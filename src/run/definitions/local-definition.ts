import { parseDocument } from '../../document/document.ts'
import { parseNamed } from '../../document/parse-named.ts'
import type { PlacedSource } from '../../gate/place.ts'
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
  const { file: name, bytes, text, format, versions } = source
  const document = parseNamed({ noun: 'definition', name, format }, () =>
    versions ? versions.read(text, format) : parseDocument(text, format),
  )
  requireOpenApi(document.value, name)
  const { value, locate, locateKey } = document
  return { ...source, value, locate, locateKey, document, digest: digestOf(bytes) }
}
