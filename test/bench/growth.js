import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dump, load } from 'js-yaml'
import { enlarge } from './enlarge.js'
import { runProcess } from './run-process.js'
import { median } from './statistics.js'
import { gov } from './tools.js'

export const sizes = [1, 2, 4, 8]
export const growthRounds = 3
export const growthLimit = 90

const forms = {
  JSON: { ending: 'json', write: (value) => JSON.stringify(value, null, 2) },
  YAML: { ending: 'yaml', write: (value) => dump(value, { lineWidth: -1, noRefs: true }) },
}

/** gov's time on one document and on two, four and eight times of it, as JSON and as YAML: a row for each. */
export async function measureGrowth(file, options) {
  const document = load(readFileSync(file, 'utf8'))
  const rows = []
  for (const form of Object.keys(forms)) {
    options.tell(`growth, ${form} ...`)
    rows.push(...(await grow(form, document, options)))
  }
  return rows
}

/** The sizes take turns, as the tools do. */
async function grow(form, document, options) {
  const { ending, write } = forms[form]
  const series = sizes.map((times) => {
    const file = join(options.scratch, `${times}.${ending}`)
    const text = write(enlarge(document, times))
    writeFileSync(file, text)
    return { form, times, file, size: Buffer.byteLength(text), runs: [] }
  })
  for (let round = 0; round < growthRounds; round += 1) {
    for (const each of series) await measureOnce(each, options)
  }
  return series.map(toRow)
}

async function measureOnce(series, { scratch, ruleset, secondsLeft }) {
  if (series.failure) return
  const limit = Math.min(growthLimit, secondsLeft())
  const run = await runProcess(gov.command(series.file, ruleset), { scratch, limit })
  if (run.timedOut) series.failure = `killed after ${limit.toFixed(0)} s`
  else if (run.exitCode === 0 || run.exitCode === 1) series.runs.push(run)
  else series.failure = run.stderr.trim().split('\n')[0]
}

function toRow({ runs, file, ...row }, index, all) {
  if (row.failure) return row
  const time = medianTime(runs)
  const before = all[index - 1]
  const factor = before && !before.failure ? time / medianTime(before.runs) : undefined
  return { ...row, time, memory: median(runs.map(({ peak }) => peak ?? Number.NaN)), factor }
}

const medianTime = (runs) => median(runs.map(({ seconds }) => seconds))
