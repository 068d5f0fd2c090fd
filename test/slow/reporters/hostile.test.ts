import { describe, expect, it } from 'vitest'
import { formats, isFormat } from '../../../src/core/model/formats.ts'
import type { Report } from '../../../src/core/model/report.ts'
import { failureWith, reportWith } from '../../reporters/hostile-report.ts'
import { hostileStrings, longStrings } from '../../reporters/hostile-strings.ts'
import { readers } from '../../reporters/readers/index.ts'
import { reporters } from '../../reporters/reporters.ts'

const view = { color: false, width: 80, showWaived: true }

const strings = Object.entries({ ...hostileStrings, ...longStrings })

describe.each(formats)('%s', (format) => {
  const write = reporters[format]
  const ownCommands = {
    github: /^::(error|warning|notice) /,
    azure: /^##vso\[task\.logissue /,
    teamcity: /^##teamcity\[/,
  }
  const own = new Map<string, RegExp>(Object.entries(ownCommands)).get(format)

  it.each(strings)('nothing acts on %s', (_, text) => {
    for (const report of [reportWith(text), failureWith(text)]) {
      const written = write(report, view)
      const foreign = own
        ? written
            .split('\n')
            .filter((line) => !own.test(line))
            .join('\n')
        : written
      expect(written.match(/[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u)).toBeNull()
      expect(written.match(/\p{Surrogate}/u)).toBeNull()
      expect(foreign.match(/^[^\S\n]{0,100}::|##\[|##vso\[|##teamcity\[/im)).toBeNull()
    }
  })
})

/** The shape of a report does not depend on its texts, but where one is empty or cut to nothing. */
const shapeless = /nothing|blanks|newlines/

describe.each(Object.keys(readers).filter(isFormat))('%s', (format) => {
  if (format === 'table') return
  const read = async (report: Report) => readers[format](reporters[format](report, view))
  const whole = read(reportWith('plain'))
  const failed = read(failureWith('plain'))

  const all = new Map(
    strings.map(([name, text]) => [
      name,
      Promise.allSettled([read(reportWith(text)), read(failureWith(text))]),
    ]),
  )

  it.each(strings)('is valid with %s, and has the parts that it has without', async (name) => {
    const settled = (await all.get(name)) ?? []
    const readings = settled.map((each) => {
      if (each.status === 'rejected') throw each.reason
      return each.value
    })
    const expected = [await whole, await failed]
    expect(readings.map(({ issues }) => issues.length)).toEqual(expected.map(({ issues }) => issues.length))
    if (shapeless.test(name)) return
    expect(readings.map(({ shape }) => shape)).toEqual(expected.map(({ shape }) => shape))
  })
})
