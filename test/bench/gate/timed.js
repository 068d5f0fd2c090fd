import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runProcess } from '../run-process.js'
import { median } from '../statistics.js'

const script = 'TIMEFORMAT="%R %U %S"; { time "$@" >out 2>err; } 2>times; code=$?; exit $code'

/**
 * One command to its end: `wall` and `cpu` in seconds, of it and of all that it starts, by bash, which knows
 * thousandths, and its `peak` in bytes. Throws unless it exits as `expected`.
 */
export async function timed(command, { scratch, env = {}, limit, expected = 0 }) {
  const run = await runProcess(['bash', '-c', script, 'bash', ...command], { scratch, env, limit })
  if (run.exitCode !== expected) throw new Error(`${command.join(' ').slice(0, 200)}: ${endOf(run, scratch)}`)
  const [wall, user, system] = readFileSync(join(scratch, 'times'), 'utf8').trim().split(' ').map(Number)
  return { wall, cpu: user + system, peak: run.peak ?? Number.NaN }
}

function endOf({ timedOut, exitCode }, scratch) {
  const said = readFileSync(join(scratch, 'err'), 'utf8').trim().split('\n')[0]
  return timedOut ? 'ran out of time' : `exit ${exitCode}, ${said}`
}

/**
 * The commands take turns, `rounds` times, and begin once before that is counted. Gives the medians of each, in its
 * order. Fewer rounds when `secondsLeft` says so, and at least one.
 */
export async function alternate(commands, { rounds, secondsLeft }) {
  const runs = commands.map(() => [])
  for (let round = 0; round <= rounds; round += 1) {
    if (round > 1 && secondsLeft() < 0) break
    for (const [index, command] of commands.entries()) {
      const run = await command()
      if (round > 0) runs[index].push(run)
    }
  }
  return runs.map((each) => ({
    wall: median(each.map(({ wall }) => wall)),
    cpu: median(each.map(({ cpu }) => cpu)),
    runs: each.length,
  }))
}
