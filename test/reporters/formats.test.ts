import { describe, expect, it } from 'vitest'
import { issuesOf, type Report } from '../../src/model/report.ts'
import { manyIssues } from './many-issues.ts'
import { readers } from './readers/index.ts'
import { reportOf } from './report-of.ts'
import { reporters } from './reporters.ts'
import { reports } from './reports.ts'

const view = { color: false, width: 80 }
const thousand = manyIssues(1000)
const formats = Object.keys(readers).filter(isReadFormat)

function isReadFormat(name: string): name is keyof typeof readers {
  return name in readers
}

function named(name: string): Report {
  return reports[name] ?? reportOf([])
}
/** These are cut, as the services that read them do; the others hold every issue. */
const cut = ['github', 'markdown']

describe.each(formats)('%s', (format) => {
  const read = readers[format]
  const write = reporters[format]

  it.each(Object.entries({ ...reports, thousand }))('%s is valid, and complete', async (_, report) => {
    const { issues } = await read(write(report, view))
    if (cut.includes(format)) expect(issues.length).toBeLessThanOrEqual(issuesOf(report).length)
    else expect(issues).toHaveLength(issuesOf(report).length)
  })

  it('says the message of every issue', async () => {
    const { issues } = await read(write(named('typical'), view))
    for (const { message } of issuesOf(named('typical'))) {
      const plain = message.replaceAll('"', '').slice(0, 30)
      expect(
        issues.some((each) =>
          each
            .replace(/"|&quot;/g, '')
            .replace(/\s+/g, ' ')
            .includes(plain),
        ),
      ).toBe(true)
    }
  })

  it('is silent about faults of a run that has none', async () => {
    if (format === 'json' || format === 'html' || format === 'teamcity') return
    expect((await read(write(named('typical'), view))).faults).toEqual([])
  })

  it.each([
    ['failure', 'did not accept the token'],
    ['incomplete', 'were evaluated'],
    ['stopped', 'the check stopped after 2 responses: cannot connect'],
    ['nothing checked', 'no ruleset of category payments ran'],
  ] as const)('never shows %s as an empty success', async (name, words) => {
    const { faults } = await read(write(named(name), view))
    expect(faults.join('\n')).toContain(words)
  })

  it('gives the same bytes for the same report', () => {
    expect(write(named('typical'), view)).toBe(write(structuredClone(named('typical')), view))
  })

  it('ends with one newline', () => {
    expect(write(named('no issues'), view)).toMatch(/[^\n]\n$/)
  })
})
