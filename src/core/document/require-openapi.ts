import { type GovError, usageError } from '../model/errors.ts'
import { isRecord } from '../model/record.ts'
import type { SourceDocument } from '../model/source-document.ts'
import { excerpt } from '../text/wording.ts'
import { aRuleset, findOpenApiVersion, findOtherKind, listKnownVersions } from './openapi-versions.ts'

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
      `${file}:${locate([name]).start_line} is not an OpenAPI document that gov can check: ${name} is "${excerpt(String(version), 40)}"${/^\s|\s$/.test(String(version)) ? ' with white space around it' : ''}`,
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
