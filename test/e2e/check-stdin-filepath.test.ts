import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { runInProcess } from './in-process.ts'

const definition =
  'openapi: 3.0.3\ninfo: {title: a, version: "1", contact: {$ref: "part.yaml#/contact"}}\npaths: {}\n'
const rules = `rules:
  r: {given: $.info.contact, severity: warn, then: {field: url, function: truthy}}
overrides: [{files: ["apis/**"], rules: {r: error}}]
`
const unnamed =
  'warning: ruleset r.yaml has overrides for files, and standard input has no name; add --stdin-filepath FILE\n'

async function check(argv: readonly string[], text = rules) {
  const cwd = await tempTree({
    'r.yaml': text,
    'apis/part.yaml': 'contact: {name: a}\n',
    'part.yaml': 'contact: {name: a}\n',
    'apis/there.yaml': definition,
  })
  let [stdout, stderr] = ['', '']
  const code = await runInProcess(
    ['check', '--ruleset-file', 'r.yaml', ...argv.map((each) => each.replace('CWD', cwd))],
    {
      cwd,
      env: {},
      stdin: Readable.from([Buffer.from(definition)]),
      stdout: (each) => (stdout += each),
      stderr: (each) => (stderr += each),
    },
  )
  return { cwd, code, stdout, stderr }
}

it.each([
  ['that is there', 'apis/there.yaml'],
  ['that is new', 'apis/new.yaml'],
  ['in another way', './apis/new.yaml'],
  ['by an absolute path', 'CWD/apis/there.yaml'],
])('standard input is checked as a file %s', async (_what, file) => {
  const { code, stdout, stderr } = await check(['-', '--stdin-filepath', file])
  expect([code, stderr]).toEqual([1, ''])
  expect(stdout).toContain('apis/part.yaml')
  expect(stdout).not.toContain('stdin.yaml')
})

it('without a name, overrides do not apply in silence', async () => {
  const { code, stderr } = await check(['-'])
  expect([code, stderr]).toEqual([0, unnamed])
  const plain = await check(['-'], rules.slice(0, rules.indexOf('overrides')))
  expect([plain.code, plain.stderr]).toEqual([0, ''])
})

it.each([
  ['without -', ['apis/there.yaml', '--stdin-filepath', 'apis/there.yaml'], 'is for standard input'],
  ['empty', ['-', '--stdin-filepath', ''], '--stdin-filepath names no file'],
  ['no definition', ['-', '--stdin-filepath', 'apis/a.txt'], 'needs a .json, .yaml or .yml extension'],
])('it is refused: %s', async (_what, argv, message) => {
  const { code, stderr } = await check(argv)
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
})

it('no report replaces the file', async () => {
  const { cwd, code } = await check([
    '-',
    '--stdin-filepath',
    'apis/there.yaml',
    '--output',
    'json=apis/there.yaml',
  ])
  expect(code).toBe(2)
  expect(await readFile(`${cwd}/apis/there.yaml`, 'utf8')).toBe(definition)
})
