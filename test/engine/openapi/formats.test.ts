import { expect, it } from 'vitest'
import { openApiVersions } from '../../../src/core/document/openapi-versions.ts'
import { detectFormats } from '../../../src/engine/openapi/formats.ts'

it.each([
  ...Object.values(openApiVersions).map((row) => ({
    root: { [row.key]: row.example },
    formats: row.key === 'swagger' ? ['oas2'] : ['oas3', row.format],
  })),
  { root: { swagger: 2 }, formats: ['oas2'] },
  { root: { openapi: '3.1' }, formats: ['oas3', 'oas3.1'] },
  { root: { openapi: '3.1.0-rc1' }, formats: ['oas3', 'oas3.1'] },
  { root: { openapi: '3.1.0-rc1', swagger: '2.0' }, formats: ['oas3', 'oas3.1'] },
  { root: { openapi: '3.2.17' }, formats: ['oas3', 'oas3.2'] },
  { root: { openapi: 3.1 }, formats: ['oas3', 'oas3.1'] },
  ...['3', '3.9.0', '3.1.', '3.1.0.0', 'v3.1.0', '31.0', '4.0.0', ''].map((openapi) => ({
    root: { openapi },
    formats: [],
  })),
  ...['2', '2.0', '2.1', '1.2', '2.0.0'].map((swagger) => ({
    root: { swagger },
    formats: swagger === '2' || swagger === '2.0' ? ['oas2'] : [],
  })),
  { root: {}, formats: [] },
  { root: ['3.1.0'], formats: [] },
  { root: null, formats: [] },
])('$root is $formats: those of the one version that it has', ({ root, formats }) => {
  expect([...detectFormats(root)]).toEqual(formats)
})
