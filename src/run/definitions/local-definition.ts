import { ParseError, parseDocument } from '../../document/document.ts'
import type { PlacedSource } from '../../gate/place.ts'
import type { Definition } from '../../model/asked.ts'
import { usageError } from '../../model/errors.ts'
import type { SourceDocument } from '../../model/source-document.ts'
import { readSource, type SourceFile, sourceOf } from '../files.ts'

/** A definition as it is sent, and as the places of its issues are looked up. */
export type LocalDefinition = SourceFile & PlacedSource & { readonly document: SourceDocument }

/** The files, or what is given in place of one, by the names that they were given. Throws GovError, usage, before anything is sent. */
export async function readDefinitions(
  definitions: readonly Definition[],
  cwd: string,
  contents: ReadonlyMap<string, Uint8Array> = new Map(),
): Promise<ReadonlyMap<string, LocalDefinition>> {
  const read = new Map<string, LocalDefinition>()
  for (const { file } of definitions) {
    const content = contents.get(file)
    const source = content ? sourceOf(file, content, 'definition') : await readSource(cwd, file, 'definition')
    read.set(file, localDefinition(source))
  }
  return read
}

function localDefinition(source: SourceFile): LocalDefinition {
  const { file } = source
  const document = parse(source)
  if (!isOpenApi(document.value)) {
    throw usageError(
      'definition-not-openapi',
      `${file} is not an OpenAPI document: it has no "openapi" version at its top`,
      'Name the OpenAPI file itself; its first line is usually "openapi: 3.1.0" or similar.',
    )
  }
  return { ...source, document, value: document.value, locate: document.locate }
}

function parse({ file, text, format }: SourceFile): SourceDocument {
  try {
    return parseDocument(text, format)
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    throw usageError(
      'definition-syntax',
      `${file}:${error.line}:${error.column}: this is not ${format === 'json' ? 'JSON' : 'YAML'}: ${error.reason}`,
      'Correct the file at that place.',
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
