import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './folders.js'

const majors = [20, 22, 24, 26]

/** The Node that runs the bench, then those that NODE_20 to NODE_26 name or `npm run task -- test-node` has installed. */
export function findNodes() {
  const here = { program: process.execPath, version: process.version }
  const others = majors.flatMap((major) => {
    const installed = join(projectRoot, `test/node/node_modules/node-${major}/bin/node`)
    const program = process.env[`NODE_${major}`] ?? (existsSync(installed) ? installed : undefined)
    return program === undefined ? [] : [{ program, version: versionOf(program) }]
  })
  return [here, ...others.filter(({ version }) => version !== here.version)]
}

function versionOf(program) {
  const { error, status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  if (error || status !== 0) throw new Error(`${program} --version failed: ${error?.message ?? status}`)
  return stdout.trim()
}
