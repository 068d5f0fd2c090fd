import { expect, it } from 'vitest'
import { createPlaceLinker } from '../../../src/terminal/report/link-place.ts'
import { issueOf, reportOf } from '../../reporters/report-of.ts'
import { reporters } from '../../reporters/reporters.ts'
import { testProcess } from '../test-process.ts'

const [start, end] = ['\u001b\\]8;;', '\u0007']
const { context } = testProcess({ cwd: '/w' })

const linkWith = (env: Record<string, string>, hyperlinks = true) =>
  createPlaceLinker({ ...context, env, io: { ...context.io, hyperlinks } })

it.each([
  [{ TERM_PROGRAM: 'vscode' }, '#L3,4'],
  [{ TERM: 'xterm-kitty' }, '#3'],
  [{ KITTY_WINDOW_ID: '1', TERM: 'screen' }, '#3'],
  [{ TERM_PROGRAM: 'iTerm.app' }, ''],
])('leads to the line in a terminal that takes it: %j', (env, end) =>
  expect(linkWith(env)?.('a+(b).yaml', 3, 4)).toBe(`file:///w/a+(b).yaml${end}`),
)

it('there are none in a terminal that does not show them', () => expect(linkWith({}, false)).toBeUndefined())

it('each place of a table is one, however it is cut, and changes no width', () => {
  const place = { severity: 'warn', line: 3, column: 4 } as const
  const long = `apis/${'very-'.repeat(20)}long.yaml`
  const report = reportOf([
    issueOf({ ...place, file: 'a.yaml', message: 'one' }),
    issueOf({ ...place, file: long, message: 'two' }),
    issueOf({ severity: 'warn', file: 'b.yaml', message: 'without a line' }),
  ])
  const [plain, linked] = [undefined, linkWith({})].map((linkPlace) =>
    reporters.table(report, { color: false, width: 100, linkPlace }),
  )
  const links = [...(linked ?? '').matchAll(new RegExp(`${start}(.+?)${end}(.*?)${start}${end}`, 'g'))]
  expect(links.map(([, url]) => url)).toEqual(['file:///w/a.yaml', `file:///w/${long}`])
  expect(links[0]?.[2]).toBe('a.yaml:3:4')
  expect(links[1]?.[2]).toMatch(/^apis\/very.*….*long\.yaml:3:4$/)
  expect(linked?.replaceAll(new RegExp(`${start}.*?${end}`, 'g'), '')).toBe(plain)
})
