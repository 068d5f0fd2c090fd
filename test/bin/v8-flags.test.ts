import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cleanEnv, nodeProgram, projectRoot } from '../e2e/run-gov.ts'

const node = spawnSync(nodeProgram, ['--version'], { encoding: 'utf8' }).stdout

/** Makes what lives until V8 takes 16 MB for what is new, waits, makes as much again, and prints what V8 takes then. */
const script = `
const { getHeapSpaceStatistics } = require('node:v8')
const { prepareFor } = require(${JSON.stringify(join(projectRoot, 'bin/v8-flags.js'))})
const young = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size
const kept = []
const keep = () => { for (let count = 0; count < 10_000; count += 1) kept.push({ count, text: [count] }) }
if (process.argv[1] !== 'none') prepareFor(process.argv[1])
while (young() < 15e6) keep()
setTimeout(() => {
  for (let round = 0; round < 200; round += 1) keep()
  console.log(young() > 20e6 ? 'all' : 'half')
}, 100)
`

it.runIf(node.startsWith('v20.')).each([
  ['none', 'all'],
  ['short', 'all'],
  ['long', 'half'],
])(
  'what is new is bounded in a run of many hundreds of calls (Node 20, whose flags they are): %s',
  (work, taken) => {
    const { stdout, stderr } = spawnSync(nodeProgram, ['-e', script, work], {
      encoding: 'utf8',
      env: cleanEnv(),
    })
    expect([stdout, stderr]).toEqual([`${taken}\n`, ''])
  },
)
