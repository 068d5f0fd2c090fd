/**
 * Compares the engine with others over generated cases: `npm run fuzz -- [oracle] [--seed N] [--seconds N]`. Prints the
 * seed, what became of the cases of each oracle, and the first difference. Exits 1 if there is one.
 */
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

print(`seed ${seed}`)
for (const [name, { run }] of Object.entries(oracles)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  const { line, difference } = repeat(run, performance.now() + Number(given.seconds) * 1000)
  print(`${name.padEnd(12)} ${line}`)
  if (difference === undefined) continue
  print(difference)
  process.exitCode = 1
}

/** Runs batches of cases, each of its own seed, until the time is up. */
function repeat(run: Run, end: number): { line: string; difference: string | undefined } {
  const totals: Record<string, number> = {}
  let [cases, difference]: [number, string | undefined] = [0, undefined]
  do {
    const outcome = run(seed + cases / batch, batch)
    cases += batch
    for (const [name, count] of Object.entries(outcome.counts)) totals[name] = (totals[name] ?? 0) + count
    difference = outcome.difference && `seed ${seed + cases / batch - 1}\n${outcome.difference}`
  } while (difference === undefined && performance.now() < end)
  const counts = Object.entries(totals).map(([name, count]) => `${name} ${count}`)
  return { line: [`cases ${cases}`, ...counts, `differences ${difference ? 1 : 0}`].join(', '), difference }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
