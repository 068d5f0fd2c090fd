import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runGov } from './run-gov.ts'
import { type Served, serveSandbox } from './served.ts'

let sandbox: Served
let folder: string
const administrator = { GOV_TOKEN: 'demo-key-administrator' }
const secrets = ['key-of-partner', 'hunter2hunter2', 'jwt-secret-value', 'access-key-of-ada']

beforeAll(async () => {
  sandbox = await serveSandbox()
  folder = mkdtempSync(join(tmpdir(), 'gov-lookups-'))
  const session = {
    alias: 'partner',
    expires: 1,
    apply_policies: ['gold'],
    jwt_data: { secret: 'jwt-secret-value' },
    basic_auth_data: { user: 'p', password: 'hunter2hunter2' },
  }
  writeFileSync(join(folder, 'session.json'), JSON.stringify(session))
  const made = await gov('key import key-of-partner --yes --file session.json')
  expect(made.exitCode).toBe(0)
})

afterAll(async () => {
  rmSync(folder, { recursive: true })
  expect(await sandbox.stop()).toBe(0)
})

function gov(line: string, url = sandbox.url, env: Record<string, string> = administrator) {
  return runGov([...line.split(' '), '--url', url], { cwd: folder, env })
}

describe('over a socket', () => {
  it.each<[string, RegExp]>([
    ['user list', /^64b0c1e2a1dcd60001d0e106 +former-contractor@example\.com +Former Contractor +no /m],
    ['user list --state inactive --format csv', /^id,email_address,.*\r\n64b0c1e2a1dcd60001d0e106,.*\r\n$/],
    ['user list --sort last_login_date --limit 1 --format csv', /\r\n64b0c1e2a1dcd60001d0e102,/],
    ['key list', /^HASH +ALIAS +STATE +EXPIRES +APIS +POLICIES\n[0-9a-f]{32} +partner +expired +1970-01-01T/],
    ['key list --state active', /^No keys match\.$/m],
    ['open api 65c2f4d0a1dcd60001d0e301', /^http:\/\/[\d.:]+\/api\/apis\/payments\n$/],
    ['open ruleset rs-docs', /^http:\/\/[\d.:]+\/api\/rulesets\/rs-docs\n$/],
  ])('gov %s', async (line, output) => {
    const { stdout, stderr, exitCode } = await gov(line)
    expect(stdout + stderr).toMatch(output)
    expect(exitCode).toBe(0)
  })

  it.each(['json', 'yaml', 'csv', 'table'])('key list prints no secret as %s', async (format) => {
    const { stdout, stderr } = await gov(`key list --format ${format} --debug`)
    for (const secret of secrets) expect(stdout + stderr).not.toContain(secret)
    expect(stdout).toContain('partner')
  })

  it.each<[string, RegExp, number]>([
    ['api get payments --oas --format yaml', /^openapi: "3\.1\.0"\n/, 0],
    ['ruleset get rs-docs --definition --format yaml', /^rules:\n {2}info-contact:\n/, 0],
    ['api get payments --oas --format csv', /^error: a document has no rows for --format csv\n/, 2],
    ['api list --category=', /^error: --category is empty\n/, 2],
    ['ruleset list --category=', /^error: --category is empty\n/, 2],
    ['open api', /hint: gov open api --help lists the options/, 2],
    ['api payments', /hint: gov api --help lists the commands/, 2],
    ['user get ada@example.com --show-secrets', /needs the id of the user/, 2],
    ['user get ada@example.com', /has the e-mail ada@example\.com\n +hint: gov user list shows them\./, 6],
    ['open user ada@example.com', /is an email address.*\n +hint: gov user list shows the ids\.\n/, 2],
  ])('gov %s', async (line, output, code) => {
    const { stdout, stderr, exitCode } = await gov(line)
    expect(stdout + stderr).toMatch(output)
    expect(exitCode).toBe(code)
  })

  it('says what the dashboard does not know', async () => {
    const { stderr, exitCode } = await gov('open api paymnts')
    expect([stderr, exitCode]).toEqual([expect.stringContaining('gov api list shows them'), 6])
  })

  it.each([
    'api list',
    'api get payments',
    'ruleset list',
    'ruleset get rs-docs',
    'user list',
    'portal developers',
  ])('%s as YAML is what it is as JSON', async (line) => {
    const [json, yaml] = await Promise.all([gov(`${line} --json`), gov(`${line} --format yaml`)])
    expect(load(yaml.stdout)).toEqual(JSON.parse(json.stdout))
  })
})

/** A dashboard whose lists carry secrets, and one that lacks an operation. */
describe('other dashboards', () => {
  let server: Server
  let url: string
  const users = [{ id: 'u1', access_key: 'access-key-of-ada', email_address: 'ada@example.com' }]
  const data = { alias: 'a', hmac_string: 'hunter2hunter2', jwt_data: { secret: 'jwt-secret-value' } }
  const keys = [{ key_id: 'key-of-partner', data: { ...data, key_id: 'key-of-partner' } }]
  let answers: Record<string, object> = {
    '/api/users?p=1': { users, pages: 1 },
    '/api/keys/detailed?p=1': { keys, pages: 1 },
  }

  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url?.startsWith('/busy/')) {
        response.writeHead(503, { 'retry-after': '120' }).end()
        return
      }
      const body = answers[request.url ?? '']
      response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' })
      response.end(body ? JSON.stringify(body) : '404 page not found')
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())

  it.each(['user list', 'key list'])('%s hides what such a list carries', async (line) => {
    for (const format of ['json', 'yaml', 'csv', 'table']) {
      const { stdout, stderr, exitCode } = await gov(`${line} --format ${format}`, url)
      for (const secret of secrets) expect(stdout + stderr).not.toContain(secret)
      expect([exitCode, stdout.length > 0]).toEqual([0, true])
    }
  })

  it('says what a dashboard lacks, and what to use instead', async () => {
    const before = answers
    answers = {}
    const { stderr, exitCode } = await gov('user list', url)
    answers = before
    expect(stderr).toBe(
      'error: the dashboard does not have the list of users (404)\n' +
        '  hint: See the users on the dashboard; gov user get shows one by id.\n',
    )
    expect(exitCode).toBe(4)
  })

  it.each(['user list', 'key list', 'api list', 'ruleset list'])(
    '%s says that the path of the URL is of a page',
    async (line) => {
      const { stderr, exitCode } = await gov(line, `${url}/elsewhere`)
      expect(stderr).toBe(
        `error: ${url}/elsewhere returned 404: the URL has the path /elsewhere\n` +
          `  hint: Try ${url}, unless that path is right.\n`,
      )
      expect(exitCode).toBe(4)
    },
  )

  it('does not wait for minutes', async () => {
    const { stderr, exitCode } = await gov('api get a', `${url}/busy`)
    expect(stderr).toMatch(/^error: the dashboard failed \(503; Retry-After asks for 120 s\)\n {2}hint: /)
    expect(exitCode).toBe(4)
  })

  it('says that there is nothing, where nothing was asked for', async () => {
    const before = answers
    answers = { '/api/keys/detailed?p=1': { keys: [], pages: 0 } }
    const { stderr } = await gov('key list', url)
    answers = before
    expect(stderr).toBe('There are no keys.\n')
  })
})
