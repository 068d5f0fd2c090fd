import { expect, it } from 'vitest'
import { issueOf, reportOf } from './report-of.ts'
import { reporters } from './reporters.ts'

it('checkstyle has the issues of a file that definitions share in that file', async () => {
  const shared = { file: 'shared/x.yaml', line: 3, column: 4 }
  const text = await reporters.checkstyle(
    reportOf([
      issueOf({ severity: 'error', ...shared, definition: 'a.yaml' }),
      issueOf({ severity: 'error', file: 'a.yaml', line: 1, column: 2 }),
      issueOf({ severity: 'error', ...shared, definition: 'b.yaml', line: 5 }),
    ]),
    { color: false, width: 80 },
  )
  const places = [...text.matchAll(/<file name="[^"]*"|line="\d+"/g)].map(([each]) => each)
  expect(places.sort()).toEqual([
    '<file name="a.yaml"',
    '<file name="b.yaml"',
    '<file name="shared/x.yaml"',
    'line="1"',
    'line="3"',
    'line="5"',
  ])
  const [, part = ''] = text.split('<file name="shared/x.yaml"')
  expect(part.slice(0, part.indexOf('</file>')).match(/line="\d+"/g)).toEqual(['line="3"', 'line="5"'])
})

it.each([
  ['openapi.yaml', 'apis/shop/openapi.yaml'],
  ['./openapi.yaml', 'apis/shop/openapi.yaml'],
  ['../shared/x.yaml', 'apis/shared/x.yaml'],
  ['../../x.yaml', 'x.yaml'],
  ['..\\shared\\x.yaml', 'apis/shared/x.yaml'],
  ['../../../other/x.yaml', '../other/x.yaml'],
  ['/srv/x.yaml', '/srv/x.yaml'],
])('of a run in apis/shop, forges find %s at %s', (file, path) => {
  const issues = [issueOf({ severity: 'error', file, line: 3, column: 4 })]
  const report = reportOf(issues)
  const inFolder = { ...report, run: { ...report.run, folder: 'apis/shop' } }
  const print = (format: 'sarif' | 'gitlab' | 'github' | 'azure') =>
    reporters[format](inFolder, { color: false, width: 80 })
  const uri = JSON.parse(print('sarif')).runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri
  expect(uri.replace('file://', '')).toBe(path)
  expect(JSON.parse(print('gitlab')).at(-1).location.path).toBe(path)
  expect(print('github')).toContain(`::error file=${path},line=3,`)
  expect(print('azure')).toContain(`sourcepath=${path};linenumber=3;`)
})

it('names on GitHub the definition that an issue of another file is of', () => {
  const issue = issueOf({ severity: 'error', path: 'post', file: 'x.yaml', line: 3, definition: 'a.yaml' })
  const text = reporters.github(reportOf([issue]), { color: false, width: 80 })
  expect(text).toContain('at post of a.yaml')
})

it('names no folder for a saved API', () => {
  const report = reportOf([issueOf({ severity: 'error', api_id: 'payments' })])
  const inFolder = { ...report, run: { ...report.run, folder: 'apis' } }
  expect(JSON.parse(reporters.gitlab(inFolder, { color: false, width: 80 })).at(-1).location.path).toBe(
    'payments',
  )
})
