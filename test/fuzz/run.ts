/**
 * Searches for new cases: `npm run task -- fuzz [name] [--seed N] [--seconds N]`. Compares the engine with others over generated
 * cases, oracle by oracle, and then runs all property tests (`properties`) with the seed, most of them with five times their
 * usual cases. Prints the seed, what became of the cases, and the first difference with the command that repeats it. Exits 1 if
 * there is one.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Run } from './oracle.ts'
import { oracles } from './oracles.ts'

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    seconds: { type: 'string', default: '60' },
  },
})
const seed = Number(given.seed)
const batch = 500
const isWanted = (name: string) => positionals.length === 0 || positionals.includes(name)

print(`seed ${seed}`)
for (const [name, { run }] of Object.entries(oracles)) {
  if (!isWanted(name)) continue
  const { line, difference, failedSeed } = repeat(run, performance.now() + Number(given.seconds) * 1000)
  print(`${name.padEnd(12)} ${line}`)
  if (difference === undefined) continue
  print(difference)
  fail(name, failedSeed)
}
if (isWanted('properties') && !propertiesHold()) fail('properties', seed)

function fail(name: string, from: number): void {
  print(`to repeat: npm run task -- fuzz ${name} --seed ${from}`)
  process.exitCode = 1
}

/** Runs the tests that generate their cases. */
function propertiesHold(): boolean {
  const names = readdirSync('test', { recursive: true, encoding: 'utf8' })
  const tests = names.filter((name) => /^(?!fuzz).*\.test\.ts$/.test(name)).map((name) => `test/${name}`)
  const files = tests.filter((file) => /'fast-check'|\/effort\.ts'/.test(readFileSync(file, 'utf8')))
  const argv = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts', ...files]
  const env = { ...process.env, GOV_TEST_SEED: String(seed), GOV_TEST_EFFORT: '5' }
  return spawnSync(process.execPath, argv, { env, stdio: 'inherit' }).status === 0
}

interface Search {
  readonly line: string
  readonly difference: string | undefined
  /** The seed of the last batch. */
  readonly failedSeed: number
}

/** Runs batches of cases, each with its own seed, until the time is up or a case differs. */
function repeat(run: Run, end: number): Search {
  const totals: Record<string, number> = {}
  let difference: string | undefined
  let next = seed
  do {
    const outcome = run(next, batch)
    next += 1
    for (const [name, count] of Object.entries(outcome.counts)) totals[name] = (totals[name] ?? 0) + count
    difference = outcome.difference
  } while (difference === undefined && performance.now() < end)
  const counts = Object.entries(totals).map(([name, count]) => `${name} ${count}`)
  const cases = (next - seed) * batch
  const line = [`cases ${cases}`, ...counts, `differences ${difference ? 1 : 0}`].join(', ')
  return { line, difference, failedSeed: next - 1 }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
