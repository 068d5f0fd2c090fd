import { describe, expect, it } from 'vitest'
import { listIssues, type Report } from '../../src/core/model/report.ts'
import { manyIssues } from './many-issues.ts'
import { readers } from './readers/index.ts'
import { reportOf } from './report-of.ts'
import { reporters } from './reporters.ts'
import { reports } from './reports.ts'

const view = { color: false, width: 80, showWaived: true }
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
  const write = reporters[format]
  const read = async (report: Report) => readers[format](write(report, view))
  // All at once: a validator of XML takes as long to start as to read them.
  const all = new Map(
    Object.entries({ ...reports, thousand }).map(([name, report]) => [
      name,
      Promise.allSettled([read(report)]),
    ]),
  )
  const readingOf = async (name: string) => {
    const [settled] = (await all.get(name)) ?? []
    if (settled?.status !== 'fulfilled') throw settled?.reason ?? new Error(`no report ${name}`)
    return settled.value
  }

  it.each(Object.entries({ ...reports, thousand }))('%s is valid, and complete', async (name, report) => {
    const { issues } = await readingOf(name)
    if (cut.includes(format)) expect(issues.length).toBeLessThanOrEqual(listIssues(report).length)
    else expect(issues).toHaveLength(listIssues(report).length)
  })

  it('says the message of every issue', async () => {
    const { issues } = await readingOf('typical')
    for (const { message } of listIssues(named('typical'))) {
      const plain = message.replaceAll('"', '').slice(0, 30)
      expect(
        issues.some((issue) =>
          issue
            .replace(/"|&quot;/g, '')
            .replace(/\s+/g, ' ')
            .includes(plain),
        ),
      ).toBe(true)
    }
  })

  it('is silent about faults of a run that has none', async () => {
    if (format === 'json' || format === 'html' || format === 'teamcity') return
    expect((await readingOf('typical')).faults).toEqual([])
  })

  it.each([
    ['failure', 'did not accept the token'],
    ['incomplete', 'were evaluated'],
    ['stopped', 'the check stopped after 2 responses: cannot connect'],
    ['nothing checked', 'no ruleset of category payments ran'],
  ] as const)('never shows %s as an empty success', async (name, words) => {
    const { faults } = await readingOf(name)
    expect(faults.join('\n')).toContain(words)
  })

  it('gives the same bytes for the same report', () => {
    expect(write(named('typical'), view)).toBe(write(structuredClone(named('typical')), view))
  })

  it('ends with one newline', () => {
    expect(write(named('typical'), view)).toMatch(/[^\n]\n$/)
  })
})
