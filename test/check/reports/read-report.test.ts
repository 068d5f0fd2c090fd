import { expect, it } from 'vitest'
import { readReport } from '../../../src/check/reports/read-report.ts'
import { ReportSplitter } from '../../../src/check/reports/split-report.ts'
import { json } from '../../../src/reporters/json.ts'
import { issueOf, reportOf } from '../../reporters/report-of.ts'
import { tempTree } from '../../temp-tree.ts'

const issues = [issueOf({ severity: 'error' }), issueOf({ severity: 'warn' })]
const text = json(reportOf(issues), { color: false, width: 80 })
const written = JSON.parse(text)
const [first, second] = written.issues

async function read(content: string) {
  return readReport(await tempTree({ 'run.json': content }), 'run.json')
}

it.each<[string, string]>([
  ['as it was written', text],
  ['in one line', JSON.stringify(written)],
])('reads a report %s', async (_name, content) => {
  expect(await read(content)).toMatchObject({ issues })
})

it.each<[string, object]>([
  ['without an issue', { issues: [second] }],
  ['with a milder issue', { issues: [{ ...first, severity: 'hint' }, second] }],
  ['with its issues in another order', { issues: [second, first] }],
  ['with a smaller count', { error_count: 0 }],
  ['of another dashboard', { run: { ...written.run, dashboard: 'another' } }],
  ['with a field that no report has', { note: 'checked' }],
  ['without its checksum', { checksum: undefined }],
])('refuses a report %s', async (_name, change) => {
  await expect(read(JSON.stringify({ ...written, ...change }))).rejects.toMatchObject({
    code: 'report-changed',
    message: expect.stringContaining('run.json was changed after it was written, or cut off'),
  })
})

it('reads issues whose key is written otherwise', async () => {
  expect(await read(text.replace('"issues"', '"\\u0069ssues"'))).toMatchObject({ issues })
})

it('reads a report of which a few bytes come at a time', async () => {
  const splitter = new ReportSplitter()
  const batches: Uint8Array[] = []
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += 3) batches.push(...splitter.add(bytes.subarray(at, at + 3)))
  expect(JSON.parse(`[${Buffer.concat(batches)}]`)).toEqual(written.issues)
  expect(JSON.parse(Buffer.from(splitter.rest()).toString())).toEqual({ ...written, issues: [] })
})

it('refuses a report that was cut off anywhere', async () => {
  for (let end = 50; end < text.trimEnd().length; end += 50)
    await expect(read(text.slice(0, end))).rejects.toMatchObject({ code: 'report-not-json' })
})

it('reads the issues of a report in batches, wherever they end', async () => {
  const many = Array.from({ length: 400 }, (_, index) =>
    issueOf({
      severity: 'warn',
      message: `"issues": [{ \\" ${'\u00e4'.repeat(index)} ]`,
      rule_id: `r${index}`,
    }),
  )
  const long = json(reportOf(many), { color: false, width: 80 })
  expect(await read(long)).toMatchObject({ issues: many })
  expect(await read(JSON.stringify(JSON.parse(long)))).toMatchObject({ issues: many })
})

it.each<[string, string, string]>([
  [
    'two commas between issues',
    text.replace('},\n    {\n      "_id"', '},,\n    {\n      "_id"'),
    'report-not-json',
  ],
  ['null for an issue', text.replace('"issues": [', '"issues": [null,'), 'report-invalid'],
  [
    'issues that the checksum does not know, under a key written otherwise',
    json(reportOf([]), { color: false, width: 80 }).replace(
      '"issues": []',
      `"\\u0069ssues": [${JSON.stringify(first)}]`,
    ),
    'report-changed',
  ],
  [
    'a second list of issues, which other readers take',
    `${text.trimEnd().slice(0, -1)}, "issues": []}`,
    'report-changed',
  ],
  [
    'a second list of issues under a key written otherwise',
    `${text.trimEnd().slice(0, -1)}, "\\u0069ssues": []}`,
    'report-changed',
  ],
  ['an empty list before the issues', text.replace('{', '{"issues": [],'), 'report-changed'],
  ['a comma after the last issue', text.replace('}\n  ],', '},\n  ],'), 'report-not-json'],
  ['an issue without a message', text.replace('"message": ', '"massage": '), 'report-invalid'],
  [
    'a later version, whose issues differ',
    text.replace('"version": 1', '"version": 2').replace('"message": ', '"m": '),
    'report-version',
  ],
  ['text that is not UTF-8 in an issue', 'latin1', 'report-not-text'],
])('refuses a report with %s', async (_name, content, code) => {
  const bytes =
    content === 'latin1' ? Buffer.from(text.replace('"_id": "', '"_id": "\u00e4'), 'latin1') : content
  expect(bytes).not.toBe(text)
  await expect(readReport(await tempTree({ 'run.json': bytes }), 'run.json')).rejects.toMatchObject({ code })
})
