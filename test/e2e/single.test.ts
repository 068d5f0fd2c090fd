import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { cleanEnv, nodeProgram, projectRoot } from './run-gov.ts'
import { serveSandbox } from './served.ts'

const orders = join(projectRoot, 'fixtures/workspace/apis/orders/openapi.yaml')
const rules = join(projectRoot, 'fixtures/workspace/rulesets/rs-docs/rules.yaml')

/** A folder outside of the project, with the one file in it under another name. */
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gov-single-'))
  const built = mkdtempSync(join(tmpdir(), 'gov-single-build-'))
  execFileSync('npm', ['run', '--silent', 'build:single', '--', '--dir', built], {
    cwd: projectRoot,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  expect(readdirSync(built)).toEqual(['gov.cjs'])
  copyFileSync(join(built, 'gov.cjs'), join(folder, 'renamed.cjs'))
  copyFileSync(orders, join(folder, 'openapi.yaml'))
  copyFileSync(rules, join(folder, 'rules.yaml'))
  cpSync(join(projectRoot, 'fixtures/workspace'), join(folder, 'workspace'), { recursive: true })
}, 60_000)

function run(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const options = { cwd: folder, encoding: 'utf8', env: cleanEnv(env) } as const
  return spawnSync(nodeProgram, ['renamed.cjs', ...argv], options)
}

describe('the single file, alone in a folder', () => {
  it('brings its licences', () => {
    const text = readFileSync(join(folder, 'renamed.cjs'), 'latin1')
    expect(text).toContain('MIT License')
    expect(text).toMatch(/zod \d+\.\d+\.\d+ \(MIT\)/)
    expect(text).not.toMatch(/[\x80-\xff]/)
    expect(text.length).toBeLessThan(3_000_000)
  })

  it.each<[argv: readonly string[], status: number, output: RegExp]>([
    [['--version'], 0, /^\d+\.\d+\.\d+\n$/],
    [
      ['check', '--definition', 'openapi.yaml', '--ruleset-file', 'rules.yaml'],
      0,
      /PASS {2}1 API x 1 ruleset/,
    ],
    [
      ['check', '--definition', 'openapi.yaml', '--ruleset-file', 'rules.yaml', '--fail-on', 'warn'],
      1,
      /FAIL/,
    ],
    [
      ['check', '--definition', 'openapi.yaml', '--ruleset-file', 'rules.yaml', '--format', 'html'],
      0,
      /<!doctype/i,
    ],
    [['config', 'schema'], 0, /"\$schema"/],
    [['help', 'exit-codes'], 0, /policy failed/],
    [['explain', 'info-contact'], 0, /What {7}The info object/],
    [['completion', 'fish'], 0, /gov/],
    [['check', '--definition', 'absent.yaml', '--ruleset-file', 'rules.yaml'], 2, /^$/],
  ])('%j', (argv, status, output) => {
    const ended = run(argv)
    expect([ended.status, ended.stdout]).toEqual([status, expect.stringMatching(output)])
    expect(ended.stderr === '').toBe(status !== 2)
  })

  it('serves the sandbox, which evaluates in threads of the same file', async () => {
    const served = await serveSandbox([], 'workspace', { program: 'renamed.cjs', cwd: folder })
    const argv = ['check', '--url', served.url, '--api-id', 'payments', '--ruleset-id', 'rs-security']
    const { status, stdout, stderr } = run(argv, { GOV_TOKEN: 'demo-key-pipeline' })
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toContain('PASS  1 API x 1 ruleset checked')
    expect(await served.stop()).toBe(0)
  })
})
