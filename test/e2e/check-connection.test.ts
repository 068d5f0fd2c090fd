import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAuthority } from '../faults/certificates.ts'
import { goodAnswer } from '../faults/good-answer.ts'
import { projectRoot, runGov, startGov } from './run-gov.ts'

const token = 'token-that-nobody-may-see'
const authority = makeAuthority('Authority of the tests')
const other = makeAuthority('Authority of nobody')
const client = authority.issue({ name: 'pipeline' })

let folder: string
let seen: IncomingHttpHeaders | undefined
const servers: Server[] = []
const ports = { tls: 0, mutual: 0, plain: 0, silent: 0 }

const listener: RequestListener = (request, response) => {
  seen = request.headers
  const echo = {
    ...goodAnswer(['a']),
    error: request.headers['x-team'] === 'echo-me-please' ? 'echo-me-please' : undefined,
  }
  request.resume().on('end', () => response.end(JSON.stringify(echo)))
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gov-connection-'))
  const files = {
    ca: authority.cert,
    other: other.cert,
    cert: client.cert,
    key: client.key,
    bad: authority.key,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.pem`), text)
  writeFileSync(join(folder, 'none.pem'), 'nothing of use')
  const own = authority.issue({ name: 'dashboard.test' })
  const asked = { ...own, ca: authority.cert, requestCert: true, rejectUnauthorized: true }
  ports.tls = await listen(createServer(own, listener))
  ports.mutual = await listen(createServer(asked, listener))
  ports.plain = await listen(createHttpServer(listener))
  ports.silent = await listen(createHttpServer(() => {}))
})

async function listen(server: Server | ReturnType<typeof createHttpServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  servers.push(server as Server)
  return (server.address() as AddressInfo).port
}

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  rmSync(folder, { recursive: true })
})

const env = {
  GOV_TOKEN: token,
  NODE_OPTIONS: `--require=${join(projectRoot, 'test/faults/resolver.cjs')}`,
}

function check(
  port: number,
  flags: readonly string[],
  extra: Readonly<Record<string, string>> = {},
  scheme = 'https',
) {
  const url = `${scheme}://dashboard.test:${port}`
  const argv = ['check', '--url', url, '--api-id', 'a', '--ruleset-id', 'rs-docs', '--retries', '0', ...flags]
  return runGov(argv, { cwd: folder, env: { ...env, ...extra } })
}

type Case = [
  name: string,
  port: keyof typeof ports,
  flags: string[],
  env: Record<string, string>,
  exit: number,
  words: RegExp,
]

describe('trust', () => {
  it.each<Case>([
    ['nothing', 'tls', [], {}, 4, /cannot trust dashboard\.test:\d+: .*\n +hint: .*--ca-file/],
    ['--ca-file', 'tls', ['--ca-file', 'ca.pem'], {}, 0, /^$/],
    ['GOV_CA_FILE', 'tls', [], { GOV_CA_FILE: 'ca.pem' }, 0, /^$/],
    ['NODE_EXTRA_CA_CERTS', 'tls', [], { NODE_EXTRA_CA_CERTS: 'ca.pem' }, 0, /^$/],
    [
      'NODE_EXTRA_CA_CERTS beside another',
      'tls',
      ['--ca-file', 'other.pem'],
      { NODE_EXTRA_CA_CERTS: 'ca.pem' },
      0,
      /^$/,
    ],
    ['another authority', 'tls', ['--ca-file', 'other.pem'], {}, 4, /cannot trust/],
    [
      '--insecure-tls',
      'tls',
      ['--insecure-tls'],
      {},
      0,
      /^warning: --insecure-tls: not verifying the certificate of https:\/\/dashboard\.test:\d+\n$/,
    ],
    ['a variable that Node has for it', 'tls', [], { NODE_TLS_REJECT_UNAUTHORIZED: '0' }, 4, /cannot trust/],
    ['no client certificate', 'mutual', ['--ca-file', 'ca.pem'], {}, 4, /client certificate/],
    [
      'a client certificate',
      'mutual',
      ['--ca-file', 'ca.pem', '--cert-file', 'cert.pem', '--key-file', 'key.pem'],
      {},
      0,
      /^$/,
    ],
    [
      'one from the environment',
      'mutual',
      ['--ca-file', 'ca.pem'],
      { GOV_CERT_FILE: 'cert.pem', GOV_KEY_FILE: 'key.pem' },
      0,
      /^$/,
    ],
    ['no key', 'mutual', ['--cert-file', 'cert.pem'], {}, 2, /cert_file \(--cert-file\) needs key_file/],
    ['no certificate', 'mutual', ['--key-file', 'key.pem'], {}, 2, /key_file \(--key-file\) needs cert_file/],
    [
      'a key of another',
      'mutual',
      ['--cert-file', 'cert.pem', '--key-file', 'bad.pem'],
      {},
      2,
      /cannot use the client certificate or its key: /,
    ],
    [
      'a key instead of a certificate',
      'tls',
      ['--ca-file', 'key.pem'],
      {},
      2,
      /key\.pem \(--ca-file\) contains no PEM certificate/,
    ],
    [
      'a file of no use',
      'tls',
      ['--ca-file', 'none.pem'],
      {},
      2,
      /none\.pem \(--ca-file\) contains no PEM certificate/,
    ],
    ['no file', 'tls', [], { GOV_CA_FILE: 'absent.pem' }, 2, /absent\.pem \(GOV_CA_FILE\) does not exist/],
    ['a folder', 'tls', ['--ca-file', '.'], {}, 2, /\. \(--ca-file\) is a folder, not a file/],
  ])('%s (%s)', async (_, port, flags, extra, exit, words) => {
    const { exitCode, stderr } = await check(ports[port], flags, extra)
    expect(stderr).toMatch(words)
    expect(exitCode).toBe(exit)
  })

  it('is never given up by the config', async () => {
    const text = `version: 1\ndashboard: { url: "https://dashboard.test:${ports.tls}", insecure_tls: true }\n`
    writeFileSync(join(folder, 'bad.yml'), text)
    const { exitCode, stderr } = await check(ports.tls, ['--config', 'bad.yml'])
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('unknown key "insecure_tls"')])
  })

  it('comes from the config, beside which its files are', async () => {
    const keys = 'ca_file: ca.pem, cert_file: cert.pem, key_file: key.pem, headers: { X-Team: payments }'
    writeFileSync(join(folder, 'good.yml'), `version: 1\ndashboard: { ${keys} }\n`)
    const { exitCode, stderr } = await check(ports.mutual, ['--config', join(folder, 'good.yml')])
    expect([stderr, exitCode, seen?.['x-team']]).toEqual(['', 0, 'payments'])
  })
})

describe('headers', () => {
  it('are sent, and those of the command line take the place of the config', async () => {
    writeFileSync(join(folder, 'headers.yml'), 'version: 1\ndashboard: { headers: { X-Team: payments } }\n')
    const flags = [
      '--ca-file',
      'ca.pem',
      '--config',
      'headers.yml',
      '--header',
      'X-Site: a: b',
      '--header',
      'X-B:c',
    ]
    expect((await check(ports.tls, flags)).exitCode).toBe(0)
    expect(seen).toMatchObject({ 'x-site': 'a: b', 'x-b': 'c', authorization: `Bearer ${token}` })
    expect(seen).not.toHaveProperty('x-team')
  })

  it.each([
    ['Authorization: hush-hush', /--header "Authorization" is a header that only gov may set/],
    ['Host: hush-hush', /--header "Host" is a header that only gov may set/],
    ['hush-hush', /--header needs a name and a value/],
    [': hush-hush', /--header needs a name and a value/],
    ['a b: hush-hush', /--header "a b" is not a valid header name/],
    ['X-A: hush\nhush-hush', /--header "X-A" contains a line break/],
    ['X-A:', /--header "X-A" is empty/],
  ])('refuses %j without showing it', async (header, words) => {
    const { exitCode, stdout, stderr } = await check(ports.tls, ['--header', header])
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(words)])
    expect(stdout + stderr).not.toContain('hush-hush')
  })
})

describe('the log', () => {
  it('--verbose logs each request, and no secret', async () => {
    const flags = ['--ca-file', 'ca.pem', '--verbose', '--header', 'X-Team: hush-hush-hush']
    const { exitCode, stdout, stderr } = await check(ports.tls, flags)
    expect(stderr).toMatch(
      /^POST https:\/\/dashboard\.test:\d+\/api\/evaluations\/sandbox: 200 in \d+ ms \(attempt 1, request \w{8}-1\)\n$/,
    )
    expect(stderr).toContain(String(seen?.['x-request-id']))
    expect(exitCode).toBe(0)
    expect(stdout + stderr).not.toMatch(/hush-hush|nobody-may-see/)
  })

  it('--debug shows what was sent and answered, without what is secret in it', async () => {
    const flags = ['--ca-file', 'ca.pem', '--debug', '--header', 'X-Team: echo-me-please']
    const { exitCode, stderr } = await check(ports.tls, flags)
    expect(stderr).toMatch(
      /^ {2}sent \{"api_ids":\["a"\],"ruleset_ids":\["rs-docs"\]\}\nPOST .*\n {2}answered \{"rulesets":/,
    )
    expect(stderr).toContain('"error":"[secret]"')
    expect(exitCode).toBe(5)
  })

  it('--insecure-http says what it gives up', async () => {
    const { exitCode, stderr } = await check(ports.plain, ['--insecure-http'], {}, 'http')
    expect(stderr).toMatch(
      /^warning: --insecure-http: an interceptor can read the credential for http:\/\/dashboard\.test:\d+/,
    )
    expect(exitCode).toBe(0)
  })

  it.each([
    [
      ['token', 'revoke', 'hush/hush-hush', '--api-id', 'a', '--yes'],
      /DELETE .*\/gw\/oauth\/refresh\/\[secret\]\?api_id=a: /,
    ],
    [['user', 'get', 'somebody'], /answered \d+ characters, not shown: may contain secrets/],
  ])('--debug keeps the secrets of gov %j', async (argv, words) => {
    const secrets = { GOV_GATEWAY_TOKEN: token, GOV_ADMIN_TOKEN: token }
    const flags = argv[0] === 'token' ? ['--gateway-url'] : ['--url']
    const url = `http://127.0.0.1:${ports.plain}`
    const { stdout, stderr } = await runGov([...argv, ...flags, url, '--debug'], {
      cwd: folder,
      env: secrets,
    })
    expect(stderr).toMatch(words)
    expect(stdout + stderr).not.toMatch(/hush-hush|nobody-may-see/)
  })
})

it('headers that the config means for the dashboard do not go to the gateway', async () => {
  const text = `version: 1\ndashboard: { headers: { X-Team: "of-the-dashboard" } }\n`
  writeFileSync(join(folder, 'headers.yml'), text)
  const url = `http://127.0.0.1:${ports.plain}`
  const revoke = ['token', 'revoke', 'hush/hush-hush', '--api-id', 'a', '--yes', '--gateway-url', url]
  const options = { cwd: folder, env: { GOV_GATEWAY_TOKEN: token } }
  seen = undefined
  await runGov([...revoke, '--config', 'headers.yml'], options)
  expect([seen?.['x-gw-authorization'], seen?.['x-team']]).toEqual([token, undefined])
})

it.each([
  ['check', 'SIGINT', ['check', '--api-id', 'a', '--ruleset-id', 'b', '--format', 'json']],
  ['check', 'SIGTERM', ['check', '--api-id', 'a', '--ruleset-id', 'b', '--format', 'json']],
  ['explain, of a rule that none may have,', 'SIGINT', ['explain', 'none-such']],
  ['explain, of a rule that comes with gov,', 'SIGTERM', ['explain', 'info-contact']],
] as const)('gov %s is ended by %s at once', async (_name, signal, words) => {
  const argv = [...words, '--url', `http://127.0.0.1:${ports.silent}`]
  const running = startGov(argv, { cwd: folder, env: { GOV_TOKEN: token } })
  await new Promise<void>((resolve) => servers.at(-1)?.once('request', () => resolve()))
  const sent = performance.now()
  process.kill(running.pid, signal)
  const { exitCode, stdout, stderr } = await running.finished
  const [code, word] = signal === 'SIGINT' ? [130, 'interrupted'] : [143, 'terminated']
  expect([exitCode, stderr]).toEqual([code, expect.stringMatching(`^error: ${word}\n`)])
  expect(performance.now() - sent).toBeLessThan(5000)
  if (words[0] === 'check') expect(JSON.parse(stdout).outcome.kind).toBe('undecided')
  else expect(stdout).toBe('')
})
