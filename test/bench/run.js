import { existsSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { compare } from './compare.js'
import { findDocuments, growthDocument } from './documents.js'
import { createScratch } from './folders.js'
import { measureGrowth } from './growth.js'
import { installTools } from './install.js'
import { findNodes } from './nodes.js'
import { describePlan } from './plan.js'
import { killRunning } from './run-process.js'
import { againstTable, comparisonTable, growthTable, targetTable } from './tables.js'
import { buildsOf, findTools } from './tools.js'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '20' },
    against: { type: 'string' },
  },
})

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    killRunning()
    process.exit(128 + constants.signals[signal])
  })
}

process.exitCode = await bench({ ...values, minutes: Number(values.minutes) })

/** 0 when everything of the plan was measured, whatever the numbers; 1 when something could not be. */
async function bench({ quick, minutes, against }) {
  const { found, absent } = findDocuments()
  const builds = buildsOf(findNodes(), against)
  const others = against === undefined ? findTools() : { tools: [], notes: [] }
  if (others.tools.length > 0) installTools(tell)
  const notes = [...others.notes, ...absent.map((name) => `${name}: skipped, not in ../shared/specs`)]
  const tools = [...builds, ...others.tools]
  print(describePlan({ documents: found, tools, quick, minutes, against, notes }))
  if (found.length === 0) return 1

  const end = Date.now() + minutes * 60_000
  const secondsLeft = () => Math.max(0.001, (end - Date.now()) / 1000)
  const scratch = createScratch()
  const ruleset = join(scratch, 'ruleset.yaml')
  writeFileSync(ruleset, 'extends: spectral:oas\n')
  const options = { quick, scratch, ruleset, secondsLeft, tell }

  const rows = await compare(found, tools, options)
  print(`\n${comparisonTable(rows)}\n${against === undefined ? targetTable(rows) : againstTable(rows)}`)
  if (against !== undefined) return rows.some(({ failure }) => failure) ? 1 : 0
  const growth = existsSync(growthDocument.file) ? await measureGrowth(growthDocument.file, options) : []
  if (growth.length > 0) print(`\n${growthTable(growth)}`)
  return [...rows, ...growth].some(({ failure }) => failure) ? 1 : 0
}

function print(text) {
  process.stdout.write(text)
}

/** Progress, for a person. */
function tell(text) {
  process.stderr.write(`${text}\n`)
}
