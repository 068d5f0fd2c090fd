import { expect, it } from 'vitest'
import { readers } from '../../reporters/readers/index.ts'
import { issueOf, reportOf } from '../../reporters/report-of.ts'
import { reporters } from '../../reporters/reporters.ts'

const view = { color: false, width: 80 }
const report = reportOf([
  issueOf({ severity: 'error', file: 'a.yaml', line: 3, column: 4 }),
  issueOf({ severity: 'warn', rule_id: 'operation-tags' }),
])

/** A reader that takes anything would hold nothing to anything: each refuses what its own consumer would. */
it.each<[keyof typeof readers, string, (text: string) => string]>([
  ['sarif', 'a property of its own', (text) => text.replace('"results"', '"result": 1, "results"')],
  ['sarif', 'a line of zero', (text) => text.replace(/"startLine": \d+/, '"startLine": 0')],
  ['sarif', 'a level of its own', (text) => text.replace('"level": "error"', '"level": "warn"')],
  ['junit', 'an attribute missing', (text) => text.replace(/ hostname="[^"]*"/, '')],
  ['junit', 'an element of its own', (text) => text.replace('<system-err/>', '<system-log/>')],
  ['junit', 'a wrong count', (text) => text.replace(/failures="1"/, 'failures="2"')],
  ['junit', 'a type of a skipped test', (text) => text.replace('<skipped>', '<skipped type="warn">')],
  ['checkstyle', 'a line of zero', (text) => text.replace(/line="\d+"/, 'line="0"')],
  ['checkstyle', 'a severity of its own', (text) => text.replace('severity="error"', 'severity="warn"')],
  ['checkstyle', 'a bare sign', (text) => text.replace('&quot;', '<')],
  ['gitlab', 'a severity of its own', (text) => text.replace('"critical"', '"error"')],
  ['gitlab', 'a line of zero', (text) => text.replace(/"begin": \d+/, '"begin": 0')],
  ['github', 'another command', (text) => `${text}\n  ::set-output name=a::b`],
  ['github', 'too many', (text) => text + '::error ::x\n'.repeat(11)],
  ['teamcity', 'an open quote', (text) => text.replace("']", ']')],
  ['teamcity', 'another message', (text) => `${text}##teamcity[publishArtifacts x='y']\n`],
  ['azure', 'another command', (text) => `${text}##vso[task.complete result=Succeeded]\n`],
  ['markdown', 'a script', (text) => `${text}\n<script>x</script>`],
  ['markdown', 'a mention', (text) => `${text}\n@everyone`],
  ['html', 'a third script', (text) => text.replace('</main>', '<script>x</script></main>')],
  ['html', 'another script', (text) => text.replace('scroll: 150', 'scroll: 151')],
  ['json', 'a version of its own', (text) => text.replace('"version": 1', '"version": 2')],
])('%s with %s is refused', async (format, _, spoil) => {
  const text = reporters[format](report, view)
  await readers[format](text)
  expect(spoil(text)).not.toBe(text)
  await expect((async () => readers[format](spoil(text)))()).rejects.toThrow()
})
