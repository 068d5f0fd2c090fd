import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { nodeProgram, runShell } from './run-gov.ts'

it('the shell of the scenarios runs gov by the Node that the suite is for', async () => {
  const version = execFileSync(nodeProgram, ['--version'], { encoding: 'utf8' })
  const { stdout } = await runShell('node --version')
  expect(stdout).toBe(version)
})
