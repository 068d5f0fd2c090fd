import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { benchRoot } from './folders.js'

const installMinutes = 5

/** Installs what is missing. Throws when npm fails. */
export function installTools(tell) {
  if (hasPackages()) return
  tell('Installing Spectral and Redocly ...')
  // Without install scripts: one of their dependencies reports installations to its maker.
  runOrThrow('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'])
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

function runOrThrow(program, args) {
  const { status, stderr } = spawnSync(program, args, {
    cwd: benchRoot,
    encoding: 'utf8',
    timeout: installMinutes * 60_000,
  })
  if (status !== 0) throw new Error(`${program} ${args[0]} failed in test/bench: ${stderr.trim()}`)
}
