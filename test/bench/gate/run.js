import { constants } from 'node:os'
import { parseArgs } from 'node:util'
import { createScratch } from '../folders.js'
import { memorySource, memorySources } from '../peak-memory.js'
import { machine } from '../plan.js'
import { killRunning } from '../run-process.js'
import { measureFleet } from './fleet.js'
import { measureMemory } from './memory.js'
import { measureOneDefinition } from './one-definition.js'
import { stopServers } from './serve.js'
import { measureStart } from './start.js'
import { memoryTable, speedTable } from './tables.js'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' } } })

const stop = () => {
  killRunning()
  stopServers()
}
process.on('exit', stop)
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => process.exit(128 + constants.signals[signal]))
}

const parts = [
  ['start', measureStart],
  ['one definition', measureOneDefinition],
  ['fleet', measureFleet],
]

process.exitCode = await bench(Number(values.minutes))

/** 0 when everything was measured, whatever the numbers; 1 when something could not be. */
async function bench(minutes) {
  const end = Date.now() + minutes * 60_000
  const secondsLeft = () => (end - Date.now()) / 1000
  const options = { scratch: createScratch(), limit: 60, secondsLeft, tell }
  print(`Node ${process.version}, ${machine()}, at most ${minutes} minutes (--minutes)\n`)
  const rows = []
  for (const [what, measure] of parts) rows.push(...(await measured(what, measure, options)))
  print(`${speedTable(rows)}\npeak memory by ${memorySources[memorySource]}\n`)
  const memory = await measured('memory', measureMemory, options)
  print(memoryTable(memory))
  return [...rows, ...memory].some(({ failure }) => failure) ? 1 : 0
}

/** A failing measurement is printed, and the others go on. */
async function measured(what, measure, options) {
  tell(`${what} ...`)
  if (options.secondsLeft() <= 0) return [{ what, failure: 'no time was left' }]
  try {
    return await measure(options)
  } catch (error) {
    return [{ what, failure: error.message }]
  }
}

function print(text) {
  process.stdout.write(text)
}

/** Progress, for a person. */
function tell(text) {
  process.stderr.write(`${text}\n`)
}
