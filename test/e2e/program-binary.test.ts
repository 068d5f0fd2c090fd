import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { commands } from '../../src/cli/commands.ts'
import { projectRoot } from './run-gov.ts'
import { whenServing } from './served.ts'

/** A folder outside of the project, with the binary under another name, and a PATH without Node. */
let [folder, repository, program, notices] = ['', '', '', '']
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gov-binary-'))
  const built = join(folder, 'built')
  execFileSync(process.execPath, ['bin/binary/build.js', built], {
    cwd: projectRoot,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  expect(readdirSync(built)).toEqual(['NOTICES.txt', 'gov'])
  notices = readFileSync(join(built, 'NOTICES.txt'), 'utf8')
  program = join(folder, 'renamed')
  renameSync(join(built, 'gov'), program)
  mkdirSync(join(folder, 'bin'))
  for (const name of ['git', 'sh', 'sed', 'cat']) {
    const place = execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' })
    symlinkSync(place.trim(), join(folder, 'bin', name))
  }
  cpSync(join(projectRoot, 'fixtures/workspace'), join(folder, 'workspace'), { recursive: true })
  repository = join(folder, 'repository')
  cpSync(join(folder, 'workspace/apis/payments/openapi.yaml'), join(repository, 'openapi.yaml'))
  cpSync(join(folder, 'workspace/rulesets/rs-docs/rules.yaml'), join(repository, 'rules.yaml'))
  cpSync(join(projectRoot, 'fixtures/scenarios/check/functions'), join(repository, 'functions'), {
    recursive: true,
  })
  execFileSync('git', ['init', '-q'], { cwd: repository })
})

const env = () => ({ PATH: join(folder, 'bin'), HOME: tmpdir(), GOV_TOKEN: 'demo-key-pipeline' })

function run(...argv: readonly string[]) {
  const { status, stdout, stderr, error } = spawnSync(program, argv, {
    cwd: repository,
    encoding: 'utf8',
    env: env(),
  })
  if (error) throw error
  return { status, stdout, stderr }
}

describe('the binary, where Node is not', () => {
  it('brings the licences of all code in it', () => {
    expect(notices).toContain('MIT License')
    expect(notices).toMatch(/zod \d+\.\d+\.\d+ \(MIT\)/)
  })

  const rows: readonly (readonly [argv: readonly string[], status: number, output: RegExp])[] = [
    [['--version'], 0, /^\d+\.\d+\.\d+\n$/],
    [
      ['check', '--definition', 'openapi.yaml', '--ruleset-file', 'rules.yaml'],
      0,
      /PASS {2}1 file x 1 ruleset/,
    ],
    [['check', '--definition', 'openapi.yaml', '--ruleset-file', 'rules.yaml', '--max-warn', '0'], 1, /FAIL/],
    [
      ['check', '--definition', 'openapi.yaml', '--ruleset-file', 'rules.yaml', '--format', 'html'],
      0,
      /<!doctype/i,
    ],
    [['check', '--definition', 'absent.yaml', '--ruleset-file', 'rules.yaml'], 2, /^$/],
    [['ruleset', 'validate', 'functions/rules.yaml'], 0, /valid/],
    [['config', 'schema'], 0, /"\$schema"/],
    [['help', 'exit-codes'], 0, /policy failed/],
    [['explain', 'info-contact'], 0, /The info object/],
    [['completion', 'fish'], 0, /gov/],
    [['ruleset', 'validate', 'rules.yaml'], 0, /valid/],
    [['init', '--yes', '--hook'], 0, /^$/],
    [['config', 'show'], 0, /definitions/],
    [['baseline', 'create', '--baseline', 'known.json'], 0, /^$/],
    [['doctor'], 0, /hook +pre-push runs gov check/],
    [['check', '--output', 'json=run.json', '--quiet'], 0, /PASS/],
    [['report', 'render', 'run.json'], 0, /PASS/],
    [['doctor'], 0, /ok {4}node/],
  ]
  it.each(rows)('%j', (argv, status, output) => {
    const ended = run(...argv)
    expect([ended.status, ended.stdout, ended.stderr]).toEqual([
      status,
      expect.stringMatching(output),
      expect.not.stringMatching(/internal error|warning: (?!gov is neither)/i),
    ])
  })

  /** A command that ran above has its code. */
  const others = commands.map(({ name }) => name).filter((name) => rows.every(([[run]]) => run !== name))
  it.each(others)('has the code of gov %s', (name) => {
    const stdout = expect.stringContaining(`Usage: gov ${name}`)
    expect(run(name, '--help')).toEqual({ status: 0, stdout, stderr: '' })
  })

  it('serves the sandbox, which evaluates in its threads', async () => {
    const argv = ['sandbox', 'serve', '--workspace', 'workspace', '--port', '0']
    const served = await whenServing(
      spawn(program, argv, { cwd: folder, env: env(), stdio: ['ignore', 'ignore', 'pipe'] }),
    )
    const { status, stdout } = run(
      'check',
      '--url',
      served.url,
      '--api-id',
      'payments',
      '--ruleset-id',
      'rs-docs',
    )
    expect([status, stdout]).toEqual([0, expect.stringContaining('PASS  1 API x 1 ruleset checked')])
    expect(await served.stop()).toBe(0)
  })
})
