import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { cleanEnv, govCommand, runGov } from './run-gov.ts'

const rules =
  'extends: [[spectral:oas, off]]\nrules: {openapi-tags-alphabetical: warn, duplicated-entry-in-enum: warn}\n'
const flags = ['--unsafe', '--ruleset-file', 'rules.yaml', '--diff']
const block = `openapi: 3.0.3
tags:
  - name: b  # ##vso[task.setvariable variable=a]b ::error::c
  - name: a\t# \u202e
info: {title: Shop, version: '1'}
paths: {}
components:
  schemas:
    A:
      enum: [x, x]
`
const shapes: readonly (readonly [string, string, string])[] = [
  ['YAML', 'api.yaml', block],
  [
    'the first line',
    'api.yaml',
    '{openapi: 3.0.3, info: {title: a, version: b}, paths: {}, tags: [{name: b}, {name: a}]}\n',
  ],
  [
    'the last line',
    'api.yaml',
    'openapi: 3.0.3\ninfo: {title: a, version: b}\npaths: {}\ntags: [{name: b}, {name: a}]\n',
  ],
  [
    'an insertion at the end',
    'api.yaml',
    'openapi: 3.0.3\ninfo: {title: a, version: b}\npaths: {}\ncomponents:\n  schemas:\n    A:\n      enum:\n        - a\n        - a\n',
  ],
  [
    'JSON',
    'my "api" 1.json',
    JSON.stringify(
      {
        openapi: '3.0.3',
        info: { title: 'a', version: 'b' },
        tags: [{ name: 'b' }, { name: 'a' }],
        paths: {},
      },
      null,
      2,
    ),
  ],
  [
    'JSON on one line',
    'a b/api.json',
    JSON.stringify({
      openapi: '3.0.3',
      info: { title: '::c', version: 'b' },
      tags: [{ name: 'b' }, { name: 'a' }],
      paths: {},
    }),
  ],
]
const looks: readonly (readonly [string, (text: string) => string])[] = [
  ['as it is', (text) => text],
  ['CRLF', (text) => text.replaceAll('\n', '\r\n')],
  ['without an end of the last line', (text) => text.trimEnd()],
  ['a byte order mark', (text) => `\ufeff${text}`],
  ['a byte order mark, CRLF and no end', (text) => `\ufeff${text.trimEnd().replaceAll('\n', '\r\n')}`],
]
const cases = shapes.flatMap(([what, file, text]) =>
  looks.map(([look, lookOf]) => [what, look, file, lookOf(text)] as const),
)

it.each(cases)(
  'git applies the patch, and gets what gov fix writes: %s, %s',
  async (_what, _look, file, text) => {
    const cwd = await tempTree({ 'rules.yaml': rules, [file]: text })
    const { stdout, exitCode } = await runGov(['fix', join(cwd, file), ...flags], { cwd })
    expect(exitCode).toBe(1)
    await runGov(['fix', file, ...flags.slice(0, 3)], { cwd })
    const fixed = await readFile(join(cwd, file), 'utf8')
    expect(fixed).not.toBe(text)
    const other = join(cwd, 'other')
    await mkdir(dirname(join(other, file)), { recursive: true })
    await writeFile(join(other, file), text)
    execFileSync('git', ['init', '-q'], { cwd: other })
    execFileSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd: other, input: stdout })
    expect(await readFile(join(other, file), 'utf8')).toBe(fixed)
  },
)

describe('a diff that a terminal or a log would act on', () => {
  const tree = () => tempTree({ 'rules.yaml': rules, 'api.yaml': block })
  const note = 'note: the diff is not exact'

  it('is exact in a pipe', async () => {
    const { stdout, stderr } = await runGov(['fix', 'api.yaml', ...flags], { cwd: await tree() })
    expect(stdout).toContain('##vso[')
    expect(stderr).not.toContain(note)
  })

  it.each([{ CI: 'true' }, { TF_BUILD: 'True' }, { GITHUB_ACTIONS: 'true' }])(
    'is neutralised in a job: %j',
    async (env) => {
      const { stdout, stderr } = await runGov(['fix', 'api.yaml', ...flags], { cwd: await tree(), env })
      expect(stdout).not.toMatch(/##vso|\u202e|^::/m)
      expect(stderr).toContain(note)
    },
  )

  it.each([{ CI: 'true' }, { CI: 'true', FORCE_COLOR: '1' }])(
    'is exact in a file that a job writes: %j',
    async (env) => {
      const cwd = await tree()
      const [command, argv] = govCommand(['fix', 'api.yaml', ...flags])
      const line = [command, ...argv].map((each) => `'${each}'`).join(' ')
      const { stderr } = spawnSync('sh', ['-c', `${line} > fix.patch`], {
        cwd,
        env: cleanEnv(env),
        encoding: 'utf8',
      })
      expect(stderr).not.toContain(note)
      execFileSync('git', ['apply', 'fix.patch'], { cwd })
      expect(await readFile(join(cwd, 'api.yaml'), 'utf8')).toContain('[x]')
    },
  )

  it('says nothing where it is exact in a job', async () => {
    const cwd = await tempTree({ 'rules.yaml': rules, 'api.yaml': block.replace(/#.*/g, '') })
    const { stderr } = await runGov(['fix', 'api.yaml', ...flags], { cwd, env: { CI: 'true' } })
    expect(stderr).not.toContain(note)
  })
})
