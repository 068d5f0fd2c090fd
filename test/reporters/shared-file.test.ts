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
