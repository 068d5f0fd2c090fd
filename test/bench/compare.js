import { roundsOf } from './documents.js'
import { runProcess } from './run-process.js'
import { median } from './statistics.js'

/**
 * Runs every tool on every document, the tools taking turns, so that whatever else the machine does meets all of
 * them. Gives a row for each pair: its medians and its issues, or why there are none.
 */
export async function compare(documents, tools, options) {
  const rows = []
  for (const document of documents) {
    options.tell(`${document.name} ...`)
    rows.push(...(await compareOn(document, tools, options)))
  }
  return rows
}

async function compareOn(document, tools, options) {
  const series = tools
    .map((tool) => ({ document, tool, rounds: roundsOf(document, tool, options.quick), runs: [] }))
    .filter(({ rounds }) => rounds > 0)
  for (const each of series) await countAhead(each, options)
  for (let round = 0; round < document.rounds; round += 1) {
    for (const each of series) if (round < each.rounds) await measureOnce(each, options)
  }
  return series.map(toRow)
}

/** For a tool that does not print its issues while it is measured. */
async function countAhead(series, options) {
  const { tool, document } = series
  if (!tool.countingCommand) return
  const run = await start(tool.countingCommand(document.file, options.ruleset), series, options)
  series.issues = tool.count(run)
  series.failure = failureOf(run, series.issues)
}

async function measureOnce(series, options) {
  if (series.failure) return
  const { tool, document } = series
  if (isOver(options) && series.runs.length > 0) return
  const run = await start(tool.command(document.file, options.ruleset), series, options)
  const issues = tool.countingCommand ? series.issues : tool.count(run)
  if (run.timedOut && isOver(options) && series.runs.length > 0) return
  series.failure = failureOf(run, issues)
  series.issues = issues
  if (!series.failure) series.runs.push(run)
}

/** A run that the end of the bench cuts off says nothing of its tool, and what was measured before stays. */
function isOver({ secondsLeft }) {
  return secondsLeft() < 0.1
}

function start(command, { document }, { scratch, secondsLeft }) {
  return runProcess(command, { scratch, limit: Math.min(document.limit, secondsLeft()) })
}

/** Every tool here ends with 0, or with 1 when it found something; anything else is an internal error. */
function failureOf({ exitCode, timedOut, fault, seconds, stdout, stderr }, issues) {
  if (timedOut) return `killed after ${seconds.toFixed(1)} s`
  if (fault) return fault
  const said = `${stderr}\n${stdout}`.trim().replace(/\s+/g, ' ').slice(0, 200)
  if (exitCode !== 0 && exitCode !== 1) return `exit ${exitCode}: ${said}`
  return issues === undefined ? `printed no issues: ${said}` : undefined
}

function toRow({ document, tool, runs, issues, failure }) {
  const row = { document, tool, runs: runs.length, issues, failure }
  if (failure || runs.length === 0) return row
  const seconds = runs.map((run) => run.seconds)
  const peaks = runs.map(({ peak }) => peak).filter((peak) => peak !== undefined)
  return {
    ...row,
    time: median(seconds),
    fastest: Math.min(...seconds),
    slowest: Math.max(...seconds),
    memory: peaks.length === 0 ? undefined : median(peaks),
  }
}
