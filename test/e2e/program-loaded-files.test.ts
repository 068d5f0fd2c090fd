import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectRoot } from './run-gov.ts'

let folder = ''

/** Names each file of the build as it is read: by Node, or by the code cache of Node 20. */
const hook = `
const fs = require('node:fs'), Module = require('node:module')
const read = new Set()
const note = (file) => { const [, name] = /[\\\\/]dist[\\\\/](.+)-.{8}\\.js$/.exec(String(file)) ?? []; if (name) read.add(name) }
const { readFileSync } = fs, load = Module._extensions['.js']
fs.readFileSync = (file, ...more) => { note(file); return readFileSync(file, ...more) }
Module._extensions['.js'] = (module, file) => { note(file); return load(module, file) }
process.on('exit', () => process.stderr.write('loaded: ' + [...read].sort().join(' ') + '\\n'))
`

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gov-loaded-'))
  const config = 'version: 1\nruleset_files: [rules.yaml]\ndefinitions: [{ file: openapi.yaml }]\n'
  mkdirSync(join(folder, 'found'))
  writeFileSync(join(folder, 'hook.cjs'), hook)
  writeFileSync(join(folder, 'gov.yml'), config)
  writeFileSync(join(folder, 'found/.governance.yml'), config)
  for (const place of ['', 'found']) {
    writeFileSync(
      join(folder, place, 'openapi.yaml'),
      'openapi: 3.0.3\ninfo: { title: T, version: "1" }\npaths: {}\n',
    )
    writeFileSync(
      join(folder, place, 'rules.yaml'),
      'rules: { a: { given: $.info, then: { field: title, function: truthy } } }\n',
    )
  }
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each<[string, string, readonly string[], readonly string[]]>([
  ['a named config', '', ['--config', 'gov.yml'], ['Explorer', 'network']],
  [
    'no config',
    '',
    ['--definition', 'openapi.yaml', '--ruleset-file', 'rules.yaml'],
    ['Explorer', 'network'],
  ],
  ['a config that is searched for', 'found', [], ['network']],
])('a local check with %s loads none of what it does not need', (_, place, flags, unneeded) => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--require', join(folder, 'hook.cjs'), join(projectRoot, 'bin/gov.js'), 'check', ...flags],
    { cwd: join(folder, place), encoding: 'utf8' },
  )
  const loaded = /^loaded: (.*)$/m.exec(stderr)?.[1]?.split(' ')
  expect(loaded).toContain('embedded')
  expect(loaded?.filter((name) => unneeded.includes(name))).toEqual([])
  expect(status).toBe(0)
})

it('the version is printed without the program', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--require', join(folder, 'hook.cjs'), join(projectRoot, 'bin/gov.js'), '--version'],
    { encoding: 'utf8' },
  )
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  expect([status, stdout, stderr]).toEqual([0, `${version}\n`, 'loaded: \n'])
})
