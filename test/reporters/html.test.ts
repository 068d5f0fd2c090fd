import { expect, it } from 'vitest'
import { html } from '../../src/reporters/html.ts'
import { issueOf, reportOf } from './report-of.ts'

const text = 'openapi: 3.1.0\ninfo: { title: </script> }\npaths: {}\n'
const report = reportOf([
  issueOf({ severity: 'error', file: 'a.yaml', line: 2, column: 9 }),
  issueOf({ severity: 'warn', file: 'other.yaml', line: 2, column: 9 }),
])

function excerptsOf(sourceText?: (file: string) => string | undefined): {
  issues: number[]
  texts: string[]
} {
  const page = html(report, { color: false, width: 80, sourceText })
  const [, json = ''] = /<script id="data"[^>]*>([^<]*)<\/script>/.exec(page) ?? []
  const { issues, excerpts }: { issues: number[][]; excerpts: string[] } = JSON.parse(json)
  return { issues: issues.map((row) => row[9] ?? Number.NaN), texts: excerpts }
}

it('has the code of an issue where the file is at hand', () => {
  expect(excerptsOf((file) => (file === 'a.yaml' ? text : undefined))).toEqual({
    issues: [0, -1],
    texts: ['1 │ openapi: 3.1.0\n2 │ info: { title: </script> }\n  │         ^^^^^\n3 │ paths: {}'],
  })
})

it('has no code without files', () => {
  expect(excerptsOf()).toEqual({ issues: [-1, -1], texts: [] })
})

it('lists every operation that a breaking change concerns, with and without its script', () => {
  const operations = Array.from({ length: 40 }, (_, index) => `GET /pets/${index}`)
  const page = html(reportOf([issueOf({ severity: 'error', operations }), issueOf({ severity: 'warn' })]), {
    color: false,
    width: 80,
  })
  const [, json = ''] = /<script id="data"[^>]*>([^<]*)<\/script>/.exec(page) ?? []
  const data: { issues: number[][]; operations: string[] } = JSON.parse(json)
  expect(data.issues.map((row) => row[11])).toEqual([0, -1])
  expect(data.operations).toEqual([operations.join(', ')])
  expect(page.replace(json, '')).toContain(`Operations: <bdi>${operations.join(', ')}</bdi>`)
})

it('has the issues in other files of a definition under that definition, as the fleet page links to them', () => {
  const part = issueOf({ severity: 'warn', file: 'part.yaml', definition: 'a.yaml', line: 3 })
  const page = html(reportOf([part]), { color: false, width: 80 })
  const [, json = ''] = /<script id="data"[^>]*>([^<]*)<\/script>/.exec(page) ?? []
  const data: { apis: string[]; issues: (number | string)[][] } = JSON.parse(json)
  expect([data.apis, data.issues[0]?.[1], data.issues[0]?.[5]]).toEqual([['a.yaml'], 0, 'part.yaml:3:1'])
})
