import { extname, relative, resolve, sep } from 'node:path'
import { type ParsedDocument, parseDocument } from '../../core/document/document.ts'
import {
  aRuleset,
  findOpenApiVersion,
  findOtherKind,
  listKnownVersions,
} from '../../core/document/openapi-versions.ts'
import { parseNamed } from '../../core/document/parse-named.ts'
import { type GovError, usageError } from '../../core/model/errors.ts'
import { once } from '../../core/model/once.ts'
import { isRecord } from '../../core/model/record.ts'
import type { SourceDocument } from '../../core/model/source-document.ts'
import { computeDigest } from '../../core/text/digest.ts'
import { isUrl, parseUrl } from '../../core/text/url.ts'
import { excerpt } from '../../core/text/wording.ts'
import type { PlacedSource } from '../../gate/place.ts'
import { resolveNewPath } from './fence.ts'
import type { SourceFile } from './source-file.ts'
import type { SourceReader } from './source-reader.ts'

/** A definition as it is sent, and as the places of its issues are looked up. */
export interface LocalDefinition extends SourceFile, PlacedSource {
  readonly digest: string
  readonly document: ParsedDocument
}

/** Throws GovError, usage: the file cannot be parsed, or is not an OpenAPI document. */
export function localDefinition(source: SourceFile): LocalDefinition {
  const { file: name, bytes, text, format, versions } = source
  const document = parseNamed({ noun: 'definition', name, format }, () =>
    versions ? versions.read(text, format) : parseDocument(text, format),
  )
  requireOpenApi(document, name)
  const { value, locate, locateKey } = document
  return { ...source, value, locate, locateKey, document, digest: computeDigest(bytes) }
}

/** Throws GovError, usage, that names the file: what a document says of itself is not a version of OpenAPI that is checked. */
export function requireOpenApi(
  { value, locate, locateKey }: Pick<SourceDocument, 'value' | 'locate' | 'locateKey'>,
  file: string,
): void {
  const { openapi, swagger } = isRecord(value) ? value : {}
  const kind = findOtherKind(value)
  if (openapi === undefined && swagger === undefined && kind !== undefined)
    throw notOpenApiError(
      `${file} is not an OpenAPI document: it is ${kind}`,
      kind === aRuleset
        ? `Name the OpenAPI file, and this one as --ruleset-file ${file}.`
        : 'gov checks OpenAPI. Leave this file out of the definitions.',
    )
  const marked = Object.keys(Object(value)).find((key) => /^\ufeff(?:openapi|swagger)$/.test(key))
  if (marked !== undefined)
    throw notOpenApiError(
      `${file}:${locateKey([marked]).start_line} is not an OpenAPI document: a byte order mark (U+FEFF) is in front of "${marked.slice(1)}"`,
      'Remove that character: it is allowed only where the file begins.',
    )
  if (openapi === undefined && swagger === undefined)
    throw notOpenApiError(
      `${file} is not an OpenAPI document: no top-level "openapi"`,
      'Pass the OpenAPI file itself. It usually starts with a line such as "openapi: 3.1.0". A part of one is checked with the file that refers to it.',
    )
  const name = openapi === undefined ? 'swagger' : 'openapi'
  const version = openapi ?? swagger
  if (name === 'openapi' && typeof version === 'number') throw versionIsNumberError(file, version)
  if (typeof version !== 'string' && version !== 2)
    throw notOpenApiError(`${file} is not an OpenAPI document: "${name}" is not a version`, versions)
  if (findOpenApiVersion(value) === undefined)
    throw notOpenApiError(
      `${file}:${locate([name]).start_line} is not an OpenAPI document that gov can check: ${name} is "${excerpt(String(version), 40)}"`,
      versions,
    )
}

const versions = `gov checks OpenAPI 3: ${listKnownVersions()}.`

function versionIsNumberError(file: string, version: number): GovError {
  const written = Number.isInteger(version) ? `${version}.0` : version
  return notOpenApiError(
    `${file} is not an OpenAPI document: "openapi" is a number`,
    version < 3 ? versions : `Put the version in quotes: openapi: "${written}".`,
  )
}

function notOpenApiError(message: string, hint: string): GovError {
  return usageError('definition-not-openapi', message, hint)
}

export interface DefinitionNames {
  /**
   * The one name of a definition: its real path, with `/`, from the folder that names are relative to. However a row spells
   * it, and whichever links lead to it, waivers, baselines, policies and reports know it by this name. What is not there,
   * or can be no definition under either name, such as a folder, and a URL, keeps the name that it was given, for the message.
   */
  readonly nameOf: (file: string) => Promise<string>
  /** The names that were asked for, keyed by what was typed or found. */
  readonly names: ReadonlyMap<string, string>
}

/** `isGiven`: a content stands for the file, which may not be there yet. */
export function createDefinitionNames(
  { cwd, realPath }: Pick<SourceReader, 'cwd' | 'realPath'>,
  isGiven: (file: string) => boolean,
): DefinitionNames {
  const names = new Map<string, string>()
  const findFolder = once(async () => (await realPath(cwd)) ?? cwd)
  const makeRelative = async (real: string): Promise<string> => {
    const folder = await findFolder()
    const name = relative(folder, real)
    // `..` by name may be another folder than `..` on disk if the folder itself is a link.
    const isAway = folder !== cwd && name.startsWith('..')
    return isAway && (await resolveNewPath(resolve(cwd, name))) !== real ? relative(cwd, real) : name
  }
  return {
    names,
    nameOf: async (file) => {
      if (isUrl(file)) return parseUrl(file)?.href ?? file
      const path = resolve(cwd, file)
      const real = isGiven(file) ? await resolveNewPath(path) : await realPath(path)
      const isUnfit = real === undefined || extname(real) + extname(file) === ''
      const name = isUnfit ? file : (await makeRelative(real)).split(sep).join('/') || '.'
      if (/^https?:\//i.test(name)) throw nameOfUrlError(name)
      names.set(file, name)
      return name
    },
  }
}

/** A requirement or a waiver of the URL would be met by the file. */
function nameOfUrlError(name: string): Error {
  return usageError('definition-named-url', `the file ${name} has the name of a URL`, 'Rename its folder.')
}

/** Absolute paths of names that lead to another file since they were read, or to none. */
export async function findChangedNames(
  names: DefinitionNames['names'],
  { cwd, nameOf }: Pick<SourceReader, 'cwd'> & Pick<DefinitionNames, 'nameOf'>,
): Promise<readonly string[]> {
  const rows = [...names]
  const now = await Promise.all(rows.map(([file]) => nameOf(file)))
  return rows.flatMap(([file, name], at) => (now[at] === name ? [] : [resolve(cwd, file)]))
}
