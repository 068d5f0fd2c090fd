import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { projectRoot } from './folders.js'
import { timed } from './gate/timed.js'
import { median } from './statistics.js'
import { table } from './table.js'

/** Pairs of runs for each document on each Node; the first of each fills the caches and does not count. */
const pairs = 7

/**
 * This build beside another, in turn, as whole processes: for each document and Node the medians of the ratios of all
 * pairs, below 1 where this build takes less, and what it took. CPU time varies less on a busy machine.
 */
export async function measureAgainst(other, documents, nodes, options) {
  const folder = existsSync(other) ? resolve(other) : buildCommit(other, options.scratch)
  const rows = []
  for (const { name, file } of [writeTiny(options.scratch), ...documents])
    for (const node of nodes) {
      options.tell(`${name}, Node ${node.version} ...`)
      const check = (root) => {
        const args = ['check', '--definition', file, '--ruleset-file', options.ruleset]
        const command = [
          node.program,
          join(root, 'bin/gov.js'),
          ...args,
          '--format',
          'json',
          '--fail-on',
          'never',
        ]
        return timed(command, { scratch: options.scratch, limit: 120 })
      }
      rows.push({
        name,
        version: node.version,
        runs: await runPairs(
          () => check(projectRoot),
          () => check(folder),
          options,
        ),
      })
    }
  return rows
}

async function runPairs(own, other, { secondsLeft }) {
  const runs = []
  for (let run = 0; run <= pairs && (run < 2 || secondsLeft() > 1); run += 1) {
    const pair = { own: await own(), other: await other() }
    if (run > 0) runs.push(pair)
  }
  return runs
}

/** A definition without paths: what is left is the start. */
function writeTiny(scratch) {
  const file = join(scratch, 'tiny.yaml')
  writeFileSync(file, 'openapi: 3.0.3\ninfo: {title: t, version: "1"}\npaths: {}\n')
  return { name: 'no paths', file, size: statSync(file).size }
}

/** A commit of this repository, built with the dependencies that are installed here. */
function buildCommit(commit, scratch) {
  const folder = join(scratch, 'other')
  mkdirSync(folder)
  const run = (command, args, cwd, input) => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd, input, maxBuffer: 1 << 30 })
    if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
    return stdout
  }
  run('tar', ['-x'], folder, run('git', ['archive', commit], projectRoot))
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'))
  run('npm', ['run', '--silent', 'build'], folder)
  return folder
}

export function againstTable(rows) {
  const body = rows.map(({ name, version, runs }) => {
    const ratio = (what) => median(runs.map(({ own, other }) => own[what] / other[what])).toFixed(2)
    const took = (what) => median(runs.map(({ own }) => own[what])).toFixed(2)
    return [name, version, ratio('cpu'), ratio('wall'), ratio('peak'), took('cpu'), took('wall')]
  })
  return table(['document', 'Node', 'CPU', 'wall', 'memory', 'CPU s', 'wall s'], body)
}
