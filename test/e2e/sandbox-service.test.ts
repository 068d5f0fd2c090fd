import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Finished, runGov, runShell } from './run-gov.ts'
import { type Served, serveSandbox } from './served.ts'

let sandbox: Served
let folder: string

beforeAll(async () => {
  sandbox = await serveSandbox()
  folder = mkdtempSync(join(tmpdir(), 'gov-service-'))
  writeFileSync(
    join(folder, 'session.yaml'),
    'alias: partner\naccess_rights: { payments: { api_id: payments } }\n',
  )
  writeFileSync(join(folder, 'foreign.yaml'), 'access_rights: { studio-feeds: {} }\n')
})

afterAll(async () => {
  rmSync(folder, { recursive: true })
  expect(await sandbox.stop()).toBe(0)
})

const credentials = {
  administrator: { GOV_TOKEN: 'demo-key-administrator' },
  pipeline: { GOV_TOKEN: 'demo-key-pipeline' },
  studio: { GOV_TOKEN: 'demo-key-studio-developer' },
  admin: { GOV_ADMIN_TOKEN: 'demo-admin-secret' },
  gateway: { GOV_GATEWAY_TOKEN: 'demo-gateway-secret' },
  wrong: { GOV_TOKEN: 'wrong', GOV_ADMIN_TOKEN: 'wrong', GOV_GATEWAY_TOKEN: 'wrong' },
  none: {},
} as const

type Credential = keyof typeof credentials

function gov(line: string, credential: Credential): Promise<Finished> {
  const address = line.startsWith('token ') ? ['--gateway-url', sandbox.url] : ['--url', sandbox.url]
  return runGov([...line.split(' '), ...address], { cwd: folder, env: credentials[credential] })
}

const user = '64b0c1e2a1dcd60001d0e102'
const developer = '67a0b3c4a1dcd60001d0f101'

/** A command line, whose credential it has, how it exits, and what it prints. */
type Case = [line: string, credential: Credential, exitCode: number, output: RegExp]

const notAccepted = /rejected the credential \(401\): Not authorised/
const noUser = /no token for .*: GOV_TOKEN is not set/
const noAdmin = /no token for .*: GOV_ADMIN_TOKEN is not set/
const noPermission = /denied access \(403\): access denied: You do not have permission to access \/api\//

it('says of files beside a definition that they are not checked', async () => {
  const mapping = 'discriminator: { propertyName: kind, mapping: { dog: dog.yaml } }'
  const text = `openapi: 3.1.0\ninfo: { title: Pets, version: "1" }\npaths: {}\ncomponents:\n  schemas:\n    Pet: { ${mapping} }\n`
  writeFileSync(join(folder, 'pets.yaml'), text)
  const line = 'check --definition pets.yaml --ruleset-id rs-security --fail-on never --quiet'
  const { stderr, stdout, exitCode } = await gov(line, 'pipeline')
  expect(stderr).toBe(
    'warning: pets.yaml:6:65: discriminator.mapping names dog.yaml, which is not checked: only $ref is followed\n',
  )
  expect([stdout.slice(0, 5), exitCode]).toEqual(['PASS ', 0])
})

describe('over a socket', () => {
  it.each<Case>([
    ['api get payments', 'pipeline', 0, /^id +payments$/m],
    ['api get payments --oas', 'pipeline', 0, /"openapi": "3\.1\.0"/],
    [
      'api get payments',
      'studio',
      6,
      /could not find the API payments \(400\): Could not retrieve API detail/,
    ],
    ['api get studio-feeds', 'studio', 0, /^id +studio-feeds$/m],
    ['api get payments', 'wrong', 3, notAccepted],
    ['api get payments', 'admin', 3, noUser],
    ['api list', 'pipeline', 0, /^payments +Payments +OpenAPI +yes +payments, public$/m],
    ['api list --query PAY --category public', 'pipeline', 0, /^ID .*\npayments .*\n$/],
    ['api list', 'wrong', 3, notAccepted],
    ['api categories', 'pipeline', 0, /^payments +2 +billing-legacy, payments$/m],
    ['api categories', 'wrong', 3, notAccepted],
    ['user list', 'wrong', 3, notAccepted],
    ['user list --query CONTRACTOR', 'administrator', 0, /^ID .*\n\S+ +former-contractor@\S+ .*\n$/],
    ['user list --query nobody', 'administrator', 0, /^No users match\.$/m],
    ['user get Platform.Admin@example.com', 'administrator', 0, /^name +Platform Administrator$/m],
    ['user get nobody@example.com', 'administrator', 6, /no user of the organisation has the e-mail nobody@/],
    ['user get platform.admin@example.com', 'pipeline', 3, /denied access \(403\)/],
    ['api list --owner platform.admin@example.com --sort name', 'administrator', 0, /^assistant-tools .*$/m],
    ['api list --owner 64b0c1e2a1dcd60001d0e104', 'administrator', 0, /^No APIs match\.$/m],
    ['api list --owner nobody@example.com', 'administrator', 6, /has the e-mail nobody@example\.com/],
    ['api get payments', 'pipeline', 0, /^owners +64b0c1e2a1dcd60001d0e101, /m],
    ['whoami', 'pipeline', 0, /^have APIs evaluated +yes$/m],
    ['whoami', 'pipeline', 0, /^push rulesets +no: it needs governance: write$/m],
    ['dashboard whoami --json', 'studio', 0, /"email_address"/],
    ['whoami', 'wrong', 3, notAccepted],
    ['whoami', 'none', 3, noUser],
    ['key list', 'none', 3, noUser],
    [`open user ${user}`, 'admin', 0, /\/admin\/users\/64b0c1e2a1dcd60001d0e102$/m],
    ['ruleset list --query design', 'pipeline', 0, /^rs-design +Design standard +warn/m],
    ['ruleset list', 'studio', 3, noPermission],
    ['ruleset get rs-docs', 'pipeline', 0, /^warn +info-contact +The API says whom to ask\.$/m],
    ['ruleset get rs-studio', 'pipeline', 6, /could not find the ruleset rs-studio \(404\)/],
    ['ruleset get rs-docs', 'wrong', 3, notAccepted],
    [`user get ${user}`, 'admin', 0, /^access key +\*{8}$/m],
    [`user get ${user}`, 'wrong', 3, notAccepted],
    [`user get ${user}`, 'administrator', 3, noAdmin],
    [
      'sso create --email a@example.com',
      'admin',
      0,
      /^token +[0-9a-f]{64}\ngood until +\S+ \(60 seconds\), and once$/m,
    ],
    ['sso create --org-id nowhere', 'admin', 2, /Org id not found \('nowhere'\)/],
    ['sso create', 'wrong', 3, notAccepted],
    ['sso create', 'none', 3, noAdmin],
    [
      'key import partner-42 --file session.yaml --yes',
      'administrator',
      0,
      /^key +partner-42\n.*\nalias +partner$/m,
    ],
    [
      'key import partner-42 --file foreign.yaml --yes',
      'administrator',
      2,
      /the organisation has no API studio-feeds/,
    ],
    ['key import partner-42 --file session.yaml --yes', 'wrong', 3, notAccepted],
    [
      'portal developers',
      'administrator',
      0,
      new RegExp(`^${developer} +storefront@partner\\.example\\.com +active +0 `, 'm'),
    ],
    ['portal developers', 'none', 3, noUser],
    [
      'portal request --developer nobody --policy gold',
      'administrator',
      6,
      /could not find the developer nobody/,
    ],
    [`portal request --developer ${developer} --policy gold`, 'pipeline', 3, noPermission],
    ['portal approve nothing', 'administrator', 6, /could not find the key request nothing/],
    ['portal approve nothing', 'wrong', 3, notAccepted],
    [
      'token revoke demo-refresh-token-warehouse --api-id orders --yes',
      'wrong',
      3,
      /Attempted administrative access with invalid or missing key!/,
    ],
    [
      'token revoke demo-refresh-token-warehouse --api-id orders --yes --product acme',
      'gateway',
      4,
      /does not define/,
    ],
    [
      'token revoke demo-refresh-token-warehouse --api-id orders --yes',
      'gateway',
      0,
      /^refresh token +deleted$/m,
    ],
    [
      'token revoke demo-refresh-token-warehouse --api-id orders --yes',
      'gateway',
      6,
      /API for this refresh token not found/,
    ],
  ])('gov %s (%s): %d', async (line, credential, exitCode, output) => {
    const finished = await gov(line, credential)
    expect(finished.stdout + finished.stderr).toMatch(output)
    expect(finished.exitCode).toBe(exitCode)
    if (exitCode !== 0) expect(finished.stdout).toBe('')
  })

  it('a key is requested, approved once, and counted', async () => {
    const requested = await gov(
      `portal request --developer ${developer} --policy gold --json`,
      'administrator',
    )
    const { Message: id } = JSON.parse(requested.stdout)
    const approved = await gov(`portal approve ${id}`, 'administrator')
    expect(approved.stdout).toMatch(/^key {2}[0-9a-f]{56}\n$/)
    const again = await gov(`portal approve ${id}`, 'administrator')
    expect([again.exitCode, again.stderr]).toEqual([2, expect.stringContaining('is approved already')])
    const { stdout } = await gov('portal developers', 'administrator')
    expect(stdout).toMatch(new RegExp(`^${developer} +storefront@partner\\.example\\.com +active +1 `, 'm'))
  })

  it('a token is good once', async () => {
    const { stdout } = await gov('sso create --json', 'admin')
    const use = async () => (await fetch(`${sandbox.url}/tap?nonce=${JSON.parse(stdout).Meta}`)).status
    expect([await use(), await use()]).toEqual([200, 401])
  })

  it('a secret comes from standard input, and from a file', async () => {
    writeFileSync(join(folder, 'secret'), 'demo-gateway-secret\n')
    const line = `printf 'demo-refresh-token-storefront\\n' | gov token revoke - --api-id payments --yes --gateway-url ${sandbox.url}`
    const finished = await runShell(line, { cwd: folder, env: { GOV_GATEWAY_TOKEN_FILE: 'secret' } })
    expect(finished).toMatchObject({ exitCode: 0, stderr: '' })
  })

  it('hostile text from the dashboard does nothing to a terminal', async () => {
    const session = { alias: '\u001b[2J\u202eevil\nname ##[error]x' }
    writeFileSync(join(folder, 'hostile.json'), JSON.stringify(session))
    const shown = await gov('key import k1 --file hostile.json --all-apis --yes', 'administrator')
    expect(shown.stdout).toContain('alias         evil name # #[error]x\n')
    const raw = await gov('key import k1 --file hostile.json --all-apis --yes --json', 'administrator')
    expect(JSON.parse(raw.stdout).data.alias).toBe(session.alias)
    for (const { stdout } of [shown, raw]) expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\u202e]|##\[/u)
  })
})
