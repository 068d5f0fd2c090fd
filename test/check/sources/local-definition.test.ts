import { expect, it } from 'vitest'
import { parseDocument } from '../../../src/core/document/document.ts'
import { requireOpenApi } from '../../../src/core/document/require-openapi.ts'
import { GovError } from '../../../src/core/model/errors.ts'

function refusalOf(value: unknown): string | undefined {
  try {
    requireOpenApi(parseDocument(JSON.stringify(value), 'json'), 'a.yaml')
    return undefined
  } catch (error) {
    if (!(error instanceof GovError)) throw error
    return `${error.code}: ${error.message} | ${error.hint}`
  }
}

it.each([
  { openapi: '3.0.0' },
  { openapi: '3.1' },
  { openapi: '3.2.0' },
  { openapi: '3.1.0-rc0' },
  { swagger: '2.0' },
  { swagger: '2' },
  { swagger: 2 },
])('%j is OpenAPI', (value) => {
  expect(refusalOf(value)).toBeUndefined()
})

it.each<[unknown, string]>([
  [{}, 'no top-level "openapi" | Pass the OpenAPI file itself.'],
  ['openapi: 3.0.0', 'no top-level "openapi" | Pass'],
  [
    { '\ufeffopenapi': '3.0.0' },
    'a byte order mark (U+FEFF) is in front of "openapi" | Remove that character',
  ],
  [{ '\ufeffinfo': {} }, 'no top-level "openapi" | Pass'],
  [{ asyncapi: '3.0.0' }, 'document: it is AsyncAPI 3.0.0 | gov checks OpenAPI. Leave this file out'],
  [{ arazzo: '1.0.1', info: {} }, 'document: it is Arazzo 1.0.1 | gov checks'],
  [{ overlay: ['1'.repeat(99)] }, 'document: it is Overlay | gov checks'],
  [{ asyncapi: '3.0.0', openapi: '4.0.0' }, 'openapi is "4.0.0" |'],
  [{ openapi: 3 }, '"openapi" is a number | Put the version in quotes: openapi: "3.0".'],
  [{ openapi: 3.1 }, '"openapi" is a number | Put the version in quotes: openapi: "3.1".'],
  [{ openapi: 2 }, '"openapi" is a number | gov checks OpenAPI 3: '],
  [{ openapi: null }, '"openapi" is not a version | gov checks'],
  [{ swagger: ['2.0'] }, '"swagger" is not a version | gov checks'],
  [{ openapi: '3' }, 'that gov can check: openapi is "3" | gov checks'],
  [{ openapi: '3.1.0 ' }, 'openapi is "3.1.0" with white space around it | gov checks'],
  [{ openapi: '4.0.0' }, 'openapi is "4.0.0" |'],
  [{ openapi: '3.3.0' }, 'a.yaml:1 is not an OpenAPI document that gov can check: openapi is "3.3.0" |'],
  [{ openapi: '3.10.0' }, 'openapi is "3.10.0" |'],
  [{ openapi: '3.3' }, 'openapi is "3.3" |'],
  [{ swagger: '1.2' }, 'swagger is "1.2" |'],
  [{ swagger: 1.2 }, '"swagger" is not a version | gov'],
  [{ openapi: '1'.repeat(500) }, '11…" | gov'],
])('%j is refused', (value, text) => {
  expect(refusalOf(value)).toContain(text)
  expect(refusalOf(value)).toMatch(/^definition-not-openapi: a\.yaml(?::1)? is /)
})
