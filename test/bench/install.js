import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { benchRoot } from './folders.js'
import { vacuumProgram } from './tools.js'

const vacuumModule = 'github.com/daveshanley/vacuum@latest'
const installMinutes = 5

/** Installs what is missing; gives a line for each tool that is left out, and throws when npm fails. */
export function installTools(tell) {
  if (!hasPackages()) {
    tell('Installing Spectral and Redocly ...')
    // Without install scripts: one of their dependencies reports installations to its maker.
    runOrThrow('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'])
  }
  const missing = existsSync(vacuumProgram) ? undefined : installVacuum(tell)
  return missing === undefined ? [] : [missing]
}

/** The version of an installed package, for the heading of the tables. */
export function versionOf(name) {
  return JSON.parse(readFileSync(join(benchRoot, 'node_modules', name, 'package.json'), 'utf8')).version
}

function hasPackages() {
  const { dependencies } = JSON.parse(readFileSync(join(benchRoot, 'package.json'), 'utf8'))
  return Object.entries(dependencies).every(([name, version]) => {
    return existsSync(join(benchRoot, 'node_modules', name)) && versionOf(name) === version
  })
}

/** Why vacuum is left out, or undefined when it was installed. */
function installVacuum(tell) {
  if (spawnSync('go', ['version']).error) return 'vacuum: skipped, there is no Go here'
  tell('Installing vacuum ...')
  const { status, stderr } = run('go', ['install', vacuumModule], { GOBIN: dirname(vacuumProgram) })
  if (status === 0) return undefined
  const [reason = 'no reason given'] = stderr.trim().split('\n')
  return `vacuum: skipped, go install failed: ${reason}`
}

function runOrThrow(program, args) {
  const { status, stderr } = run(program, args)
  if (status !== 0) throw new Error(`${program} ${args[0]} failed in test/bench: ${stderr.trim()}`)
}

function run(program, args, env = {}) {
  return spawnSync(program, args, {
    cwd: benchRoot,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: installMinutes * 60_000,
  })
}
