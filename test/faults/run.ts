/** Prints how the built program meets every fault at every stage of a run. Exits 1 unless all is as the rows say. */
import type { Stage } from './fault.ts'
import { stages } from './fault.ts'
import { faults } from './faults.ts'
import { type Meeting, meetFault } from './meet-fault.ts'
import { meetRestart } from './meet-restart.ts'
import { runProgram } from './run-program.ts'

const atOnce = 3

const rows = faults.flatMap((fault) => stages.map((stage) => [fault, stage] as const))
const meetings: Meeting[] = []
const only = process.argv[2]

const started = performance.now()
const waiting = rows.filter(([fault]) => only === undefined || fault.name.includes(only)).entries()
await Promise.all(Array.from({ length: atOnce }, work))

async function work(): Promise<void> {
  for (const [index, [fault, stage]] of waiting) meetings[index] = await meetFault(fault, stage, runProgram)
}

const widths = [44, 7, 4, 6] as const
const shown = 110

function line(fault: string, stage: Stage | 'stage', exit: unknown, ms: unknown, said: string): string {
  const [wide, middle, narrow, numbers] = widths
  const cells = [
    fault.padEnd(wide),
    stage.padEnd(middle),
    String(exit).padStart(narrow),
    String(ms).padStart(numbers),
  ]
  return `${cells.join(' ')}  ${said}`
}

print(line('fault', 'stage', 'exit', 'ms', 'message'))
for (const { fault, stage, exit, ms, said, wrongs } of meetings) {
  const wrong = wrongs.length === 0 ? '' : `  <-- ${wrongs.join(', ')}`
  const message = said.replace(/^error: /, '').replaceAll(/127\.0\.0\.1:\d+|dashboard\.test:\d+/g, 'HOST')
  print(
    line(fault, stage, exit, ms, (message.length > shown ? `${message.slice(0, shown)}…` : message) + wrong),
  )
}

const restart = await meetRestart(10_000, [], runProgram)
print(line('restart of 10 s, default retries', 'middle', restart.exitCode, Math.round(restart.refusedMs), ''))

const count = (wrong: string) => meetings.filter(({ wrongs }) => wrongs.some((each) => each === wrong)).length
const met = new Set(meetings.map(({ fault }) => fault)).size
print('')
print(`faults ${met}, runs ${meetings.length}, in ${Math.round((performance.now() - started) / 1000)} s`)
for (const wrong of ['false green', 'hang', 'leak', 'wrong code', 'wrong words', 'no document', 'not met']) {
  print(`${wrong.padEnd(12)} ${count(wrong)}`)
}
const isMet = restart.exitCode === 0 && restart.refusedMs >= 10_000
process.exitCode = isMet && meetings.every(({ wrongs }) => wrongs.length === 0) ? 0 : 1

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
