/**
 * Attacks the built sandbox and prints what came of it: the answer, how long it took, the worst latency of another
 * client's requests meanwhile, and the memory that is held afterwards. Exits 1 unless all is as it must be. Words on
 * the command line choose the attacks whose names hold one of them.
 */
import { allAttacks } from './all-attacks.ts'
import { hostileWorkspace } from './hostile-workspace.ts'
import { type Outcome, runAttack } from './run-attack.ts'
import { attackedService } from './service.ts'

const words = process.argv.slice(2)
const attacks = allAttacks.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
)
const columns = ['took s', 'others', 'failed', 'worst ms', 'MB after', 'up']

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

function line(name: string, cells: readonly (string | number)[], answer: string): string {
  return `${name.slice(0, 52).padEnd(52)} ${cells.map((cell) => String(cell).padStart(8)).join(' ')}  ${answer}`
}

function row(outcome: Outcome, memoryMb: number): string {
  const { name, answers, isAsExpected, tookMs, others, othersFailed, othersWorstMs, isUp } = outcome
  const cells = [
    (tookMs / 1000).toFixed(1),
    others,
    othersFailed,
    Math.round(othersWorstMs),
    memoryMb,
    isUp ? 'yes' : 'NO',
  ]
  const answer = answers
    .map((each) => each.slice(0, 110))
    .slice(0, 2)
    .join(' | ')
  return line(name, cells, `${isAsExpected ? '' : 'NOT AS EXPECTED: '}${answer}`)
}

const { folder, remove } = await hostileWorkspace()
const service = await attackedService(folder, ['--max-time', '20s'])
const outcomes: Outcome[] = []
try {
  print(`${attacks.length} attacks; held at the start: ${await service.memory()} MB\n`)
  print(line('attack', columns, 'answer'))
  for (const attack of attacks) {
    const outcome = await runAttack(attack, service)
    outcomes.push(outcome)
    print(row(outcome, await service.memory()))
  }
  await new Promise((resolve) => setTimeout(resolve, words.length === 0 ? 12_000 : 0))
  const worst = Math.max(...outcomes.map(({ othersWorstMs }) => othersWorstMs))
  const count = (is: (outcome: Outcome) => boolean) => outcomes.filter(is).length
  print(`
not as expected          ${count(({ isAsExpected }) => !isAsExpected)}
requests of others       ${outcomes.reduce((sum, { others }) => sum + others, 0)}
of those not answered    ${outcomes.reduce((sum, { othersFailed }) => sum + othersFailed, 0)}
worst latency of others  ${Math.round(worst)} ms
held at the end          ${await service.memory()} MB
up at the end            ${service.isUp() ? 'yes' : 'NO'}
on standard error        ${service.stderr().split('\n').slice(1).join('\n') || 'nothing'}`)
} finally {
  await service.stop()
  await remove()
}
const isGood = ({ isAsExpected, isUp, othersFailed }: Outcome) => isAsExpected && isUp && othersFailed === 0
process.exitCode = outcomes.every(isGood) ? 0 : 1
