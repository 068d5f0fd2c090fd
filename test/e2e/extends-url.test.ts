import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runGov } from './run-gov.ts'

const rule = 'rules: { titled: { given: $.info, severity: error, then: { field: title, function: truthy } } }'
const pages: Readonly<Record<string, string>> = {
  '/team/rules.yaml': 'extends: ../base/rules.yaml',
  '/base/rules.yaml': rule,
  '/outward.yaml': 'extends: https://rules.example.com/rules.yaml',
}

const seen: { url: string | undefined; headers: string }[] = []
const server = createServer((request, response) => {
  seen.push({ url: request.url, headers: JSON.stringify(request.headers) })
  const text = pages[request.url ?? '']
  if (request.url === '/moved.yaml') response.writeHead(302, { location: '/base/rules.yaml' }).end()
  else response.writeHead(text === undefined ? 404 : 200).end(text)
})
const folder = mkdtempSync(join(tmpdir(), 'gov-extends-'))
let origin = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  writeFileSync(join(folder, 'api.yaml'), 'openapi: 3.1.0\ninfo: {version: "1"}\npaths: {}\n')
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

/** Checks a definition without a title by a ruleset that extends `page`; `allowed` is what --allow-extends names. */
async function check(page: string, allowed: readonly string[], env: Readonly<Record<string, string>> = {}) {
  seen.length = 0
  writeFileSync(join(folder, 'rules.yaml'), `extends: ${page.replace('O', origin)}\n`)
  const flags = allowed.flatMap((each) => ['--allow-extends', each.replace('O', origin)])
  const argv = [
    'check',
    '--definition',
    'api.yaml',
    '--ruleset-file',
    'rules.yaml',
    '--retries',
    '0',
    ...flags,
  ]
  const { exitCode, stdout, stderr } = await runGov(argv, { cwd: folder, env })
  return { exitCode, text: stdout + stderr }
}

describe('a ruleset that extends a URL', () => {
  it.each([
    ['below what is allowed', 'O/team/rules.yaml', ['O/'], 1, 'titled'],
    ['each named whole', 'O/team/rules.yaml', ['O/team/rules.yaml', 'O/base/rules.yaml'], 1, 'titled'],
    ['moved within its origin', 'O/moved.yaml', ['O/'], 1, 'titled'],
    ['without the flag', 'O/base/rules.yaml', [], 2, 'rulesets are read only from files, not URLs'],
    [
      'beside what is allowed',
      'O/base/rules.yaml',
      ['O/team/'],
      2,
      'URL not allowed; allow it with --allow-extends',
    ],
    [
      'named only as a beginning',
      'O/base/rules.yaml',
      ['O/base'],
      2,
      'URL not allowed; allow it with --allow-extends',
    ],
    ['by one that leads elsewhere', 'O/team/rules.yaml', ['O/team/'], 2, 'team/rules.yaml:1:10'],
    [
      'that leads to another host',
      'O/outward.yaml',
      ['O/'],
      2,
      'URL not allowed; allow it with --allow-extends',
    ],
    ['that is not there', 'O/none.yaml', ['O/'], 2, 'the server returned 404'],
    [
      'with a user in the flag',
      'O/base/rules.yaml',
      ['https://me:x@a.example/'],
      2,
      'must not contain a credential',
    ],
    ['over plain http elsewhere', 'O/base/rules.yaml', ['http://a.example/'], 2, 'plain http'],
    ['with a flag that is not an address', 'O/base/rules.yaml', ['rules.yaml'], 2, 'an http or https URL'],
  ])('%s', async (_name, page, allowed, exitCode, words) => {
    const finished = await check(page, allowed)
    expect(finished.text).toContain(words)
    expect(finished.exitCode).toBe(exitCode)
  })

  it('sees no credential, and each page is asked for once', async () => {
    await check('O/team/rules.yaml', ['O/'], { GOV_TOKEN: 'secret-of-the-dashboard' })
    expect(seen.map(({ url }) => url)).toEqual(['/team/rules.yaml', '/base/rules.yaml'])
    expect(JSON.stringify(seen)).not.toMatch(/secret|authorization/)
  })

  it('is not for a dashboard', async () => {
    const { exitCode, stderr } = await runGov([
      'check',
      '--url',
      'embedded',
      '--api-id',
      'payments',
      '--ruleset-id',
      'x',
      '--workspace',
      'fixtures/workspace',
      '--allow-extends',
      'https://a.example/',
    ])
    expect(stderr).toContain('--allow-extends needs a local ruleset')
    expect(exitCode).toBe(2)
  })
})
