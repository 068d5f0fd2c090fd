import { expect, it } from 'vitest'
import { readReport } from '../../../src/check/reports/read-report.ts'
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

it('refuses a report that was cut off anywhere', async () => {
  for (let end = 50; end < text.trimEnd().length; end += 50)
    await expect(read(text.slice(0, end))).rejects.toMatchObject({ code: 'report-not-json' })
})
