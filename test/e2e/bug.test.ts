import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runGov } from './run-gov.ts'

const folder = mkdtempSync(join(tmpdir(), 'gov-bug-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Faults of the program itself, put into it before it runs. */
it.each([
  [
    'a throw that nobody catches',
    "require('node:dns').lookup = () => setTimeout(() => { throw new Error('out of nowhere') }, 10)",
    /^error: internal error: out of nowhere\n {2}hint: .*\n$/,
  ],
  [
    'an end with nothing left to wait for',
    "require('node:dns').lookup = () => {}; const { setTimeout: set } = globalThis; globalThis.setTimeout = (...given) => set(...given).unref()",
    /^error: internal error: the program stopped before its run was complete\n {2}hint: .*\n$/,
  ],
])('%s is not a verdict: 70', async (_, fault, words) => {
  writeFileSync(join(folder, 'fault.cjs'), fault)
  const argv = ['check', '--url', 'https://dashboard.test', '--api-id', 'a', '--ruleset-id', 'b']
  const env = { GOV_TOKEN: 'any-token', NODE_OPTIONS: `--require=${join(folder, 'fault.cjs')}` }
  const { exitCode, stdout, stderr } = await runGov(argv, { cwd: folder, env })
  expect([exitCode, stdout]).toEqual([70, ''])
  expect(stderr).toMatch(words)
})
