import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runProcess } from '../run-process.js'
import { writeFleetConfig } from './fleet-config.js'
import { gov } from './gov.js'
import { serveSlowly } from './serve.js'

const most = 150e6
/** What counts as flat: ten times the requests, and at most this much more memory. */
export const flat = 1.2

/** Issues for each API and request; with `chunks` times twenty rulesets there are so many requests for ten APIs. */
const fleets = [
  { what: 'no issue, 1,000 requests', chunks: 1, issues: 0 },
  { what: '100,000 issues, 1,000 requests', chunks: 1, issues: 10, most },
  { what: '100,000 issues, 10,000 requests', chunks: 10, issues: 1, most },
  { what: '1,000,000 issues, 1,000 requests', chunks: 1, issues: 100 },
]

/** The peak of the resident memory of `gov check` with a JSON report to a file: a row for each fleet. */
export async function measureMemory(options, only = fleets.length) {
  const rows = []
  for (const fleet of fleets.slice(0, only)) {
    options.tell(`memory: ${fleet.what} ...`)
    rows.push(await measureOne(fleet, options))
  }
  return rows
}

async function measureOne({ chunks, issues, ...row }, options) {
  const { scratch } = options
  const config = writeFleetConfig(scratch, { name: 'memory', apis: 10_000, rulesets: 20 * chunks })
  const service = await serveSlowly({ latency: 0, issues })
  const limit = Math.min(options.limit, options.secondsLeft())
  const command = gov('check', '--config', config, '--url', service.url, '--concurrency', '8')
  const env = { GOV_TOKEN: 'bench-key' }
  try {
    const run = await runProcess([...command, '--output', 'json=memory.json', '--quiet'], {
      scratch,
      env,
      limit,
    })
    if (run.timedOut) return { ...row, failure: `killed after ${limit.toFixed(0)} s` }
    if (run.exitCode !== 0) return { ...row, failure: run.stderr.trim().split('\n')[0] }
    return { ...row, ...readReport(join(scratch, 'memory.json')), peak: run.peak, seconds: run.seconds }
  } finally {
    service.stop()
  }
}

/** Both are near its end or its beginning; the whole may be a gigabyte. */
function readReport(file) {
  const text = readFileSync(file)
  rmSync(file)
  const end = text.subarray(-1_000_000).toString('latin1')
  const total = /\n {2}"total": (\d+)/.exec(end)
  const requests = /\n {4}"requests": (\d+)/.exec(end)
  return { bytes: text.length, issues: Number(total?.[1]), requests: Number(requests?.[1]) }
}
