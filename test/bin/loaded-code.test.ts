import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cleanEnv, nodeProgram, projectRoot } from '../e2e/run-gov.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gov-loaded-'))
  const operation = { tags: ['pets'], operationId: 'list pets', responses: { 200: { description: 'all' } } }
  const definition = {
    openapi: '3.0.3',
    info: { title: 'Pets', version: '1' },
    paths: { '/pets': { get: operation } },
    components: { schemas: { Pet: { type: 'string', example: 1 } } },
  }
  writeFileSync(join(folder, 'pets.json'), JSON.stringify(definition, null, 2))
  writeFileSync(join(folder, 'rules.yaml'), 'extends: spectral:oas\n')
  writeFileSync(join(folder, 'count.cjs'), countLoaded)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Writes how many bytes of `dist` were loaded, as CommonJS or by the code cache of Node 20. */
const countLoaded = `
const fs = require('node:fs')
const read = fs.readFileSync
const loaded = new Map()
fs.readFileSync = (file, ...rest) => {
  const content = read(file, ...rest)
  if (/[\\\\/]dist[\\\\/][^\\\\/]+\\.js$/.test(String(file))) loaded.set(String(file), content.length)
  return content
}
process.on('exit', () => {
  const sum = [...loaded.values()].reduce((all, bytes) => all + bytes, 0)
  fs.writeFileSync(process.env.LOADED, String(sum))
})
`

/** The bytes of code that a check loads: to load and compile them is most of the time of a small one. */
function countBytes(...flags: readonly string[]): number {
  const gov = join(projectRoot, 'bin/gov.js')
  const check = ['check', '--definition', 'pets.json', '--ruleset-file', 'rules.yaml', ...flags]
  const file = join(folder, 'bytes')
  const env = { ...cleanEnv(), LOADED: file, NODE_DISABLE_COMPILE_CACHE: '1' }
  const { status, stderr } = spawnSync(nodeProgram, ['--require', './count.cjs', gov, ...check], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, ''])
  return Number(readFileSync(file, 'utf8'))
}

it('a check whose report is JSON loads at most 910 KB of code', () => {
  const bytes = countBytes('--format', 'json')
  expect(bytes).toBeGreaterThan(500_000)
  expect(bytes).toBeLessThanOrEqual(910_000)
})

it('a check whose report is a table loads at most 960 KB of code', () => {
  expect(countBytes('-q')).toBeLessThanOrEqual(960_000)
})
