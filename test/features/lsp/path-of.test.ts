import { expect, it } from 'vitest'
import { toFilePath } from '../../../src/features/lsp/paths.ts'

it.each([
  ['file:///w/api.yaml', '/w/api.yaml'],
  ['file:///w/%61pi.yaml', '/w/api.yaml'],
  ['file:///w//a/../api.yaml', '/w/api.yaml'],
  ['file:///w/a%20b%23%3F.yaml', '/w/a b#?.yaml'],
  ['file:///w/%C3%A9.yaml', '/w/é.yaml'],
  ['untitled:Untitled-1', undefined],
  ['git:/w/api.yaml?HEAD', undefined],
  ['file:///w/a%2Fb.yaml', undefined],
  ['no uri', undefined],
])('reads %s', (uri, path) => {
  expect(toFilePath(uri, false)).toBe(path)
})

it.each([
  ['file:///c%3A/w/api.yaml', 'C:\\w\\api.yaml'],
  ['file:///C:/w/api.yaml', 'C:\\w\\api.yaml'],
  ['file:///c:/w/../w/%61pi.yaml', 'C:\\w\\api.yaml'],
  ['file://host/share/api.yaml', '\\\\host\\share\\api.yaml'],
])('reads %s on Windows', (uri, path) => {
  expect(toFilePath(uri, true)).toBe(path)
})
