import { ParseError, parseDocument } from '../../document/document.ts'
import type { PlacedSource } from '../../gate/place.ts'
import { usageError } from '../../model/errors.ts'
import { isRecord } from '../../model/record.ts'
import type { SourceDocument } from '../../model/source-document.ts'
import { digestOf } from '../../text/digest.ts'
import type { SourceFile } from '../source-file.ts'

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
  if (isRecord(document.value) && typeof document.value.openapi === 'number') {
    const version = Number.isInteger(document.value.openapi)
      ? `${document.value.openapi}.0`
      : document.value.openapi
    throw usageError(
      'definition-not-openapi',
      `${file} is not an OpenAPI document: "openapi" is a number`,
      `Put the version in quotes: openapi: "${version}".`,
    )
  }
  if (!isOpenApi(document.value)) {
    throw usageError(
      'definition-not-openapi',
      `${file} is not an OpenAPI document: no top-level "openapi"`,
      'Pass the OpenAPI file itself. It usually starts with a line such as "openapi: 3.1.0".',
    )
  }
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

function isOpenApi(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return ['openapi', 'swagger'].some(
    (key) => Object.hasOwn(value, key) && isVersion(Reflect.get(value, key), key),
  )
}

/** YAML reads `swagger: 2.0` as a number. */
function isVersion(version: unknown, key: string): boolean {
  return typeof version === 'string' || (key === 'swagger' && version === 2)
}
