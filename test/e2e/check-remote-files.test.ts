import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runGov } from './run-gov.ts'

const rule = 'rules: { titled: { given: $.info, severity: error, then: { field: title, function: truthy } } }'
const definition = (reference: string) =>
  `openapi: 3.0.3\ninfo: {title: T, version: "1"}\npaths: {}\ncomponents: {schemas: {A: {$ref: "${reference}"}}}\n`
const pages: Readonly<Record<string, string>> = {
  '/team/rules.yaml': 'extends: ../base/rules.yaml',
  '/team/moved.yaml': 'extends: ../moved.yaml',
  '/schema.yaml':
    'rules: { titled: { given: $.info, then: { function: schema, functionOptions: { schema: { $ref: part-of-schema.json } } } } }',
  '/base/rules.yaml': rule,
  '/outward.yaml': 'extends: https://rules.example.com/rules.yaml',
  '/api.json': '{"openapi":"3.1.0","info":{"version":"1"},"paths":{}}',
  '/api-docs': '{"openapi":"3.1.0","info":{"version":"1"},"paths":{}}',
  '/titled.json': '{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{}}',
  '/split/api.yaml': definition('part.yaml'),
  '/split/part.yaml': 'type: string\nenum: [a, a]\n',
  '/outward-api.yaml': definition('https://specs.example.com/x.yaml'),
  '/inward-api.yaml': definition('file:///etc/hostname'),
  '/page': '<html>Sign in</html>',
  '/rules.js': 'export default {}',
}

const seen: { url: string | undefined; headers: string }[] = []
const server = createServer((request, response) => {
  seen.push({ url: request.url, headers: JSON.stringify(request.headers) })
  const [, cut, name] = /^(\/unframed)?(.*)$/.exec(request.url ?? '') ?? []
  const text = pages[name ?? '']
  if (cut !== undefined) return void request.socket.end(`HTTP/1.1 200 OK\r\n\r\n${text}`)
  if (request.url === '/moved.yaml') response.writeHead(302, { location: '/base/rules.yaml' }).end()
  else response.writeHead(text === undefined ? 404 : 200, { age: '100000' }).end(text)
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

/** Checks a definition without a title by a ruleset that extends `page`; `allowed` is what --allow-remote names. */
async function check(page: string, allowed: readonly string[], env: Readonly<Record<string, string>> = {}) {
  seen.length = 0
  writeFileSync(join(folder, 'rules.yaml'), `extends: ${page.replace('O', origin)}\n`)
  const flags = allowed.flatMap((each) => ['--allow-remote', each.replace('O', origin)])
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
    ['moved within its origin', 'O/moved.yaml', ['O/'], 4, 'it redirects to'],
    ['by one whose base has moved', 'O/team/moved.yaml', ['O/'], 4, 'cannot fetch http'],
    ['by a schema of a rule', 'O/schema.yaml', ['O/'], 4, 'part-of-schema.json: the server returned 404'],
    [
      'without the flag',
      'O/base/rules.yaml',
      [],
      2,
      'it is a URL, which is read only with --allow-remote http',
    ],
    [
      'beside what is allowed',
      'O/base/rules.yaml',
      ['O/team/'],
      2,
      'it is a URL, which is read only with --allow-remote http',
    ],
    [
      'named only as a beginning',
      'O/base/rules.yaml',
      ['O/base'],
      2,
      'it is a URL, which is read only with --allow-remote http',
    ],
    ['by one that leads elsewhere', 'O/team/rules.yaml', ['O/team/'], 2, 'team/rules.yaml:1:10'],
    [
      'that leads to another host',
      'O/outward.yaml',
      ['O/'],
      2,
      'it is a URL, which is read only with --allow-remote http',
    ],
    ['that is not there', 'O/none.yaml', ['O/'], 4, 'the server returned 404'],
    ['that is no ruleset', 'O/page', ['O/'], 2, '/page:1:1'],
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

  it('may come from a cache, which is asked for the current one', async () => {
    expect((await check('O/base/rules.yaml', ['O/'])).exitCode).toBe(1)
    expect(seen.map(({ headers }) => JSON.parse(headers)['cache-control'])).toEqual(['no-cache'])
  })

  it('sees no credential, and each page is asked for once', async () => {
    await check('O/team/rules.yaml', ['O/'], { GOV_TOKEN: 'secret-of-the-dashboard' })
    expect(seen.map(({ url }) => url)).toEqual(['/team/rules.yaml', '/base/rules.yaml'])
    expect(JSON.stringify(seen)).not.toMatch(/secret|authorization/)
  })
})

/** `O` stands for the server's origin in each argument and in what is printed. */
async function gov(...argv: readonly string[]) {
  const { exitCode, stdout, stderr } = await runGov(
    argv.map((word) => word.replaceAll('O/', `${origin}/`).replace(/^O$/, origin)),
    { cwd: folder },
  )
  return { exitCode, text: (stdout + stderr).replaceAll(origin, 'O') }
}

describe('a definition at a URL', () => {
  const rules = ['-r', 'O/base/rules.yaml']
  const network = ['--retries', '0', '--format', 'unix']
  const closed = 'http://127.0.0.1:1'

  it.each<[string, readonly string[], number, string]>([
    ['is refused without the flag', ['O/api.json'], 2, 'is read only with --allow-remote O'],
    ['is checked', ['O/api.json', ...rules, '--allow-remote', 'O'], 1, 'O/api.json:1:20: error titled'],
    [
      'is checked, whatever its name',
      ['O/api-docs', ...rules, '--allow-remote', 'O'],
      1,
      'O/api-docs:1:20: error',
    ],
    [
      'is read with its parts',
      ['O/split/api.yaml', '--allow-remote', 'O'],
      0,
      'O/split/part.yaml:2:1: warn duplicated-entry-in-enum',
    ],
    [
      'may not go on at another host',
      ['O/outward-api.yaml', '--allow-remote', 'O'],
      1,
      'error invalid-ref `https://specs.example.com/x.yaml`: it is a URL',
    ],
    [
      'may not go on in a file',
      ['O/inward-api.yaml', '--allow-remote', 'O'],
      1,
      'error invalid-ref `file:///etc/hostname`: it is a file: URL',
    ],
    ['is not there', ['O/none.yaml', '--allow-remote', 'O'], 4, 'the server returned 404'],
    [
      'leaves the folder that is allowed',
      ['O/split/..%2fapi.json', '--allow-remote', 'O/split/'],
      2,
      'an encoded slash',
    ],
    ['is a page', ['O/page', '--allow-remote', 'O'], 2, 'is not an OpenAPI document'],
    ['cannot be reached', [`${closed}/x.yaml`, '--allow-remote', closed], 4, `cannot fetch ${closed}/x.yaml`],
    [
      'has a credential',
      ['https://a:b@x.example/y.yaml', '--allow-remote', 'https://x.example'],
      2,
      'the URL contains a credential',
    ],
    ['is of another scheme', ['file:///etc/passwd', '--allow-remote', 'O'], 2, 'it is no http or https URL'],
    ['has no version in git', ['O/api.json', '--allow-remote', 'O', '--base', 'HEAD'], 2, '--base'],
    ['is code', ['api.yaml', '-r', 'O/rules.js', '--allow-remote', 'O'], 2, 'is code from a URL'],
  ])('%s', async (_name, argv, exitCode, words) => {
    const finished = await gov('check', ...argv, ...network)
    expect(finished.text).toContain(words)
    expect(finished.exitCode).toBe(exitCode)
  })

  it.each<[string, readonly string[], number, string]>([
    ['a definition', ['O/unframed/split/part.yaml'], 4, 'cannot fetch O/unframed/split/part.yaml: '],
    [
      'a ruleset',
      ['api.yaml', '-r', 'O/unframed/base/rules.yaml'],
      4,
      'cannot fetch O/unframed/base/rules.yaml',
    ],
    [
      'what a ruleset extends',
      ['api.yaml', '-r', 'extending.yaml'],
      4,
      'cannot fetch O/unframed/base/rules.yaml',
    ],
    ['what a definition refers to', ['referring.yaml'], 4, 'cannot fetch O/unframed/split/part.yaml'],
    [
      'the base',
      ['O/api.json', '--base', 'O/unframed/split/api.yaml'],
      4,
      'cannot fetch O/unframed/split/api.yaml',
    ],
    [
      'JSON, which shows its end',
      ['O/unframed/api.json', ...rules],
      1,
      'O/unframed/api.json:1:20: error titled',
    ],
  ])('that ends with the connection: %s', async (_name, argv, exitCode, words) => {
    writeFileSync(join(folder, 'extending.yaml'), `extends: ${origin}/unframed/base/rules.yaml\n`)
    writeFileSync(join(folder, 'referring.yaml'), definition(`${origin}/unframed/split/part.yaml`))
    const finished = await gov('check', ...argv, '--allow-remote', 'O', ...network)
    expect(finished.text).toContain(words)
    if (exitCode !== 1)
      expect(finished.text).toContain('has neither a length nor chunks, and may have been cut off')
    expect(finished.exitCode).toBe(exitCode)
  })

  it('is compared with a file or a URL', async () => {
    const argv = ['O/api.json', ...rules, '--allow-remote', 'O', '--quiet', '--base'] as const
    expect(await gov('check', ...argv, 'O/api-docs')).toMatchObject({ exitCode: 0 })
    expect((await gov('check', ...argv, 'O/titled.json')).text).toContain('FAIL  1 error, 0 warnings')
  })

  it('is listed in a config', async () => {
    writeFileSync(
      join(folder, 'gov.yml'),
      `version: 1\ndefinitions: [${origin}/api.json, api.yaml]\nruleset_files: [${origin}/base/rules.yaml]\n`,
    )
    const refused = await gov('check', '--config', 'gov.yml')
    expect(refused).toMatchObject({ exitCode: 2, text: expect.stringContaining('--allow-remote O') })
    const { exitCode, text } = await gov(
      'check',
      '--config',
      'gov.yml',
      '--allow-remote',
      'O',
      '--format',
      'unix',
    )
    expect(text).toBe(
      'api.yaml:2:1: error titled `title` must be truthy, but is missing (info)\nO/api.json:1:20: error titled `title` must be truthy, but is missing (info)\n',
    )
    expect(exitCode).toBe(1)
  })

  it.each(['sarif', 'gitlab', 'azure', 'github'])('is named by its URL in %s', async (format) => {
    const { text } = await gov('check', 'O/api.json', ...rules, '--allow-remote', 'O', '--format', format)
    expect(text.replaceAll(encodeURIComponent(origin).replaceAll('%2F', '/'), 'O')).toMatch(
      /[ :="]O\/api\.json[",;]/,
    )
  })

  it('is allowed by a policy file', async () => {
    writeFileSync(
      join(folder, 'policy.yml'),
      `version: 1\nallow_remote: [${origin}]\npolicy: {fail_on: never}\n`,
    )
    const argv = ['check', 'O/api.json', ...rules, '--quiet'] as const
    expect(await gov(...argv, '--policy', 'policy.yml')).toMatchObject({ exitCode: 0 })
    writeFileSync(join(folder, 'policy.yml'), 'version: 1\nallow_remote: [specs.example.com]\n')
    const refused = await gov(...argv, '--policy', 'policy.yml')
    expect(refused.text).toContain('policy.yml:2:16: allow_remote[0]')
    expect(refused.exitCode).toBe(2)
  })

  it('has one name, which no file has', async () => {
    const argv = ['--allow-remote', 'O/', '--format', 'unix', ...rules] as const
    for (const way of ['O/split/../api.json', 'O/split/%2e%2e/api.json'])
      expect((await gov('check', way, ...argv)).text).toContain('O/api.json:1:20: error titled')
    const decoy = join('http:', origin.replace('http://', ''), 'api.yaml')
    mkdirSync(dirname(join(folder, decoy)), { recursive: true })
    writeFileSync(join(folder, decoy), pages['/api.json'] ?? '')
    expect(await gov('check', `./${decoy}`, '-r', 'spectral:oas')).toMatchObject({
      exitCode: 2,
      text: expect.stringContaining('has the name of a URL'),
    })
  })

  it('is recorded by digest', async () => {
    const { text } = await gov('check', 'O/api.json', ...rules, '--allow-remote', 'O', '--json')
    const digest = createHash('sha256')
      .update(pages['/api.json'] ?? '')
      .digest('hex')
    expect(text).toContain(digest)
  })

  it('is compared by gov diff', async () => {
    const argv = ['O/titled.json', 'O/api.json', '--format', 'json'] as const
    expect(await gov('diff', ...argv)).toMatchObject({
      exitCode: 2,
      text: expect.stringContaining('is read only with --allow-remote O'),
    })
    const { exitCode, text } = await gov('diff', ...argv, '--allow-remote', 'O', '--fail-on', 'any')
    expect(text).toContain('"new": "O/api.json"')
    expect(exitCode).toBe(1)
  })

  it('is never fixed, and nor are its parts', async () => {
    const argv = ['--unsafe', '--allow-remote', 'O'] as const
    expect(await gov('fix', 'O/split/api.yaml', ...argv)).toMatchObject({
      text: expect.stringContaining('a file at a URL cannot be changed from here'),
    })
  })
})

describe('a reference to a URL', () => {
  it('is followed once it is allowed', async () => {
    writeFileSync(join(folder, 'local.yaml'), definition(`${origin}/split/part.yaml`))
    seen.length = 0
    const refused = await gov('check', 'local.yaml', '--format', 'unix')
    expect(refused.text).toContain('invalid-ref `O/split/part.yaml`: it is a URL')
    expect(seen).toEqual([])
    const { text } = await gov('check', 'local.yaml', '--format', 'unix', '--allow-remote', 'O')
    expect(text).toContain('O/split/part.yaml:2:1: warn duplicated-entry-in-enum')
  })

  it.each(['O/none.yaml', 'O/moved.yaml'])(
    'to %s, which is not there, is never a known issue',
    async (url) => {
      writeFileSync(join(folder, 'local.yaml'), definition(url.replace('O', origin)))
      writeFileSync(join(folder, 'before.yaml'), definition(url.replace('O', origin)))
      const run = await gov('check', 'local.yaml', '--base', 'before.yaml', '--allow-remote', 'O', '--quiet')
      expect(run.text).toContain('cannot fetch O/')
      expect(run.exitCode).toBe(4)
    },
  )

  it('that cannot be fetched ends the run, so that it is not taken for known', async () => {
    writeFileSync(join(folder, 'local.yaml'), definition('http://127.0.0.1:1/part.yaml'))
    const { exitCode, text } = await gov(
      'check',
      'local.yaml',
      '--allow-remote',
      'http://127.0.0.1:1',
      '--retries',
      '0',
    )
    expect(text).toContain('cannot fetch http://127.0.0.1:1/part.yaml')
    expect(exitCode).toBeGreaterThan(2)
  })
})
