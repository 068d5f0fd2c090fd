import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { outcomeOf } from '../../../src/gate/decide/decide.ts'
import { weigh } from '../../../src/gate/decide/weigh.ts'
import { mergeReports } from '../../../src/gate/shards/merge-reports.ts'
import type { Gap } from '../../../src/model/gap.ts'
import type { Issue } from '../../../src/model/issue.ts'
import { exitCodeOf } from '../../../src/model/outcome.ts'
import { isRecord } from '../../../src/model/record.ts'
import type { EvaluatedReport, Report } from '../../../src/model/report.ts'
import { checksumOf } from '../../../src/reporters/checksum.ts'
import { json } from '../../../src/reporters/json.ts'
import { readReport } from '../../../src/run/reports/read-report.ts'
import { ordinaryPolicy } from '../../gate/builders.ts'
import { issueOf, reportOf } from '../../reporters/report-of.ts'
import { tempTree } from '../../temp-tree.ts'

const policy = { ...ordinaryPolicy, max: { hint: 3 }, rulesets: { 'rs-style': { fail_on: 'warn' } } } as const
const waiver = { rule_id: 'waived', reason: 'later', owner: 'me', expires: '2999-12-31', matched: 1 }

function shardOf(index: number, issues: readonly Issue[], gaps: readonly Gap[] = []): EvaluatedReport {
  const report = reportOf(issues)
  const waived_count = issues.filter(({ excused }) => excused).length
  const reasons = [...weigh(report, policy), { kind: 'waived', count: waived_count } as const]
  return {
    ...report,
    waived_count,
    evaluated_apis: 1,
    outcome: outcomeOf({ gaps, reasons }),
    run: {
      ...report.run,
      api_ids: [`api-${index}`],
      policy,
      waivers: [waiver],
      shard: { index, total: 2, digest: 'd' },
    },
  }
}

const api_id = 'api-1'
const warning = issueOf({ severity: 'warn', api_id })
const error = issueOf({ severity: 'error', api_id })
const excused = { by: 'waiver', reason: 'later', owner: 'me', expires: '2999-12-31' } as const
const waivedError = issueOf({ severity: 'error', api_id, rule_id: 'waived', excused })
const target = { api_id }
const cut: Gap = { kind: 'cut', target, listed: 1, total: 2, remedy: 'fix' }
const required: Gap = { kind: 'required', policy: 'p.yml', subject: 'API', name: 'orders' }
const failed = shardOf(1, [error, warning, waivedError])
const failure = { code: 'timeout', message: 'm', hint: 'h', exit_code: 4 } as const

const shards: Readonly<Record<string, Report>> = {
  'with an error': failed,
  'that was truncated': { ...shardOf(1, [warning], [cut]), truncated: true, total: 2 },
  'that failed in part': {
    ...shardOf(1, [warning], [{ kind: 'failed', target, error: 'boom' }]),
    error: 'boom',
  },
  'without an API': {
    ...shardOf(1, [], [{ kind: 'unevaluated', target, evaluated: 0, requested: 1, missing: [api_id] }]),
    evaluated_apis: 0,
  },
  'without a required API': shardOf(1, [warning], [required]),
  'that could not be decided': { version: 1, outcome: { kind: 'undecided', failure }, run: failed.run },
}

/** Every change of one value: another value, none, or a list or mapping without one of its entries. */
function* edits(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    yield []
    for (const [index, item] of value.entries()) {
      yield value.toSpliced(index, 1)
      for (const edited of edits(item)) yield value.with(index, edited)
    }
    return
  }
  if (isRecord(value)) {
    for (const [key, item] of Object.entries(value)) {
      const { [key]: _gone, ...rest } = value
      yield rest
      for (const edited of edits(item)) yield { ...value, [key]: edited }
    }
    return
  }
  if (typeof value === 'number') yield* [0, value - 1, value + 1, 1000].filter((each) => each !== value)
  else if (typeof value === 'boolean') yield !value
  else yield* words.filter((each) => each !== value)
}

const words = ['', 'hint', 'never', 'pass', 'passed', 'rs-style', 'api-2']
const excuses = [excused, { by: 'baseline' }, { by: 'waiver' }]

/** An excuse that a hand wrote. */
function* withExcuses(saved: { readonly issues?: readonly object[] }): Generator<unknown> {
  for (const [index, issue] of saved.issues?.entries() ?? [])
    for (const each of excuses)
      yield { ...saved, issues: saved.issues?.with(index, { ...issue, excused: each }) }
}

const view = { color: false, width: 80 }

describe.each(Object.entries(shards))('a shard %s', (name, report) => {
  const saved = JSON.parse(json(report, view))
  const allEdits = [...edits(saved), ...withExcuses(saved)].filter(
    (each) => differences(saved, each).length > 0,
  )
  const partner = shardOf(2, [], name === 'without a required API' ? [required] : [])
  const merger = async () => {
    const cwd = await tempTree({ '2.json': json(partner, view) })
    const second = await readReport(cwd, '2.json')
    return async (value: unknown) => {
      await writeFile(join(cwd, '1.json'), JSON.stringify(value))
      return mergeReports([await readReport(cwd, '1.json'), second], '2026-03-02')
    }
  }

  it('keeps the merged report from passing', async () => {
    const merge = await merger()
    expect(exitCodeOf((await merge(saved)).outcome)).not.toBe(0)
  })

  it('is refused after any edit', async () => {
    const merge = await merger()
    for (const edited of allEdits.filter((_, index) => index % 10 === 0))
      await expect(merge(edited), differences(saved, edited).join()).rejects.toThrow()
  })

  it('does not pass after any edit with a new checksum', async () => {
    const merge = await merger()
    for (const edited of allEdits) {
      const checksum = checksumOf(isRecord(edited) ? edited : {})
      const merged = await merge(isRecord(edited) ? { ...edited, checksum } : edited).catch(() => undefined)
      if (merged && exitCodeOf(merged.outcome) === 0) expect(differences(saved, edited)).toEqual([])
    }
  })
})

/** Where two values differ. */
function differences(one: unknown, two: unknown, at = ''): string[] {
  if (JSON.stringify(one) === JSON.stringify(two)) return []
  if (typeof one !== 'object' || typeof two !== 'object' || one === null || two === null)
    return [`${at}: ${JSON.stringify(one)} -> ${JSON.stringify(two)}`]
  const keys = new Set([...Object.keys(one), ...Object.keys(two)])
  return [...keys].flatMap((key) => differences(Reflect.get(one, key), Reflect.get(two, key), `${at}/${key}`))
}
