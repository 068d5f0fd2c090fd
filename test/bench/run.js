import { existsSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { againstTable, measureAgainst } from './against.js'
import { compare } from './compare.js'
import { findDocuments, growthDocument } from './documents.js'
import { describeTimes, measureExponents } from './exponents.js'
import { createScratch } from './folders.js'
import { measureGrowth } from './growth.js'
import { installTools } from './install.js'
import { findNodes } from './nodes.js'
import { describePlan } from './plan.js'
import { killRunning } from './run-process.js'
import { comparisonTable, growthTable, targetTable } from './tables.js'
import { buildsOf, findTools } from './tools.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
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

const minutes = Number(values.minutes)
const end = Date.now() + minutes * 60_000
const secondsLeft = () => Math.max(0.001, (end - Date.now()) / 1000)
const scratch = createScratch()
const ruleset = join(scratch, 'ruleset.yaml')
writeFileSync(ruleset, 'extends: spectral:oas\n')
const options = { quick: values.quick, scratch, ruleset, limit: 60, secondsLeft, tell }

const [what, part = ''] = positionals
if (what === 'growth') process.exitCode = await benchGrowth(part)
else if (values.against !== undefined) process.exitCode = await benchAgainst(values.against)
else process.exitCode = await bench()

/** Prints only what grows too fast; 1 when something could not be measured. */
async function benchGrowth(part) {
  const rows = await measureExponents(part, options)
  for (const row of rows) print(`${row.name}: ${row.failure ?? describeTimes(row)}\n`)
  return rows.some(({ failure }) => failure) ? 1 : 0
}

async function benchAgainst(other) {
  print(`\n${againstTable(await measureAgainst(other, findDocuments().found, findNodes(), options))}`)
  return 0
}

/** 0 when everything of the plan was measured, whatever the numbers; 1 when something could not be. */
async function bench() {
  const { found, absent } = findDocuments()
  const others = findTools()
  installTools(tell)
  const notes = [...others.notes, ...absent.map((name) => `${name}: skipped, not in ../shared/specs`)]
  const tools = [...buildsOf(findNodes()), ...others.tools]
  print(describePlan({ documents: found, tools, quick: values.quick, minutes, notes }))
  if (found.length === 0) return 1

  const rows = await compare(found, tools, options)
  print(`\n${comparisonTable(rows)}\n${targetTable(rows)}`)
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
