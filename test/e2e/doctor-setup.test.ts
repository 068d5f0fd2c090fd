import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { type Finished, runGov } from './run-gov.ts'
import { type Served, serveSandbox } from './served.ts'

let sandbox: Served
beforeAll(async () => {
  sandbox = await serveSandbox()
})
afterAll(async () => {
  await sandbox.stop()
})

interface Finding {
  readonly name: string
  readonly status: string
  readonly message: string
  readonly hint?: string
}

type Env = Readonly<Record<string, string>>

/** Runs the doctor for one API at `url`. */
async function examine(url: string, env: Env = {}, flags: readonly string[] = [], cwd?: string) {
  const argv = ['doctor', '--format', 'json', '--url', url, '--api-id', 'payments', '--ruleset-id', 'rs-docs']
  const finished = await runGov([...argv, ...flags], { env, ...(cwd && { cwd }) })
  return { ...told(finished), finished }
}

function told({ stdout, exitCode }: Finished) {
  const { findings, exit_code }: { findings: readonly Finding[]; exit_code: number } = JSON.parse(stdout)
  expect(exit_code).toBe(exitCode)
  const statuses = Object.fromEntries(findings.map(({ name, status }) => [name, status]))
  const worst = findings.find(({ status }) => status === 'fail')
  return { exitCode, findings, statuses, worst }
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const pipeline = { GOV_TOKEN: 'demo-key-pipeline' }

describe('gov doctor over a socket', () => {
  it('finds nothing wrong where nothing is', async () => {
    const { statuses, exitCode } = await examine(sandbox.url, pipeline)
    expect({ statuses, exitCode }).toEqual({
      statuses: {
        node: 'ok',
        config: 'warn',
        dashboard: 'ok',
        proxy: 'ok',
        dns: 'ok',
        engine: 'skip',
        connection: 'ok',
        tls: 'skip',
        clock: 'ok',
        token: 'ok',
        user: 'ok',
        read: 'ok',
        evaluate: 'ok',
        rulesets: 'ok',
        caps: 'ok',
        evaluation: 'ok',
      },
      exitCode: 0,
    })
  })

  it.each<[string, Env, readonly string[], number, string, RegExp]>([
    ['no token', {}, [], 3, 'token', /no token for/],
    ['a wrong token', { GOV_TOKEN: 'wrong-token' }, [], 3, 'token', /rejected the credential \(401\)/],
    [
      'a user without the permission',
      { GOV_TOKEN: 'demo-key-auditor' },
      [],
      3,
      'read',
      /denied access \(403\)/,
    ],
    [
      'a user of another organisation',
      { GOV_TOKEN: 'demo-key-studio-developer' },
      [],
      6,
      'evaluation',
      /404/,
    ],
    ['an unknown ruleset', pipeline, ['--ruleset-id', 'rs-dosc'], 6, 'evaluation', /rs-dosc/],
    ['a bad value', pipeline, ['--timeout', 'soon'], 2, 'config', /--timeout must be a duration/],
    ['an invalid CA file', pipeline, ['--ca-file', 'package.json'], 2, 'connection', /package\.json/],
  ])('names %s', async (_what, env, flags, exitCode, name, message) => {
    const found = await examine(sandbox.url, env, flags)
    expect(found.worst).toMatchObject({
      name,
      message: expect.stringMatching(message),
      hint: expect.any(String),
    })
    expect(found.exitCode).toBe(exitCode)
  })

  it('shows no credential, whatever it tells', async () => {
    const env = { GOV_TOKEN: 'never-to-be-shown', HTTPS_PROXY: 'http://me:never-shown@127.0.0.1:9' }
    for (const url of [sandbox.url, 'https://nowhere.invalid']) {
      const { finished } = await examine(url, env, ['--header', 'X-Key: never-shown'])
      expect(finished.stdout + finished.stderr).not.toContain('never-')
    }
  })
})

describe('gov doctor on a way that is broken', () => {
  it.each<[string, string, Env, string, RegExp]>([
    ['nothing listens', 'http://127.0.0.1:9', {}, 'connection', /connection refused/],
    ['the name is unknown', 'https://nowhere.invalid', {}, 'dns', /nowhere\.invalid/],
    [
      'the proxy is dead',
      'https://d.invalid',
      { HTTPS_PROXY: 'http://127.0.0.1:9' },
      'connection',
      /through the proxy 127\.0\.0\.1:9/,
    ],
    [
      'the proxy is none',
      'https://d.invalid',
      { HTTPS_PROXY: 'socks5://127.0.0.1:9' },
      'proxy',
      /not an http:\/\/ or https:\/\/ URL/,
    ],
    ['the token would be readable', 'http://d.invalid', {}, 'connection', /plain http/],
  ])('%s', async (_what, url, env, name, message) => {
    const { worst, exitCode, statuses } = await examine(url, { ...pipeline, ...env })
    expect(worst).toMatchObject({ name, message: expect.stringMatching(message) })
    expect(exitCode).toBe(name === 'proxy' || url.startsWith('http://d') ? 2 : 4)
    expect(statuses.evaluation).toBe('skip')
  })

  it('nobody answers', async () => {
    const host = await listening(createServer(() => {}))
    const { worst, exitCode } = await examine(`http://${host}`, pipeline, ['--timeout', '500ms'])
    expect([worst?.name, exitCode]).toEqual(['connection', 4])
  })
})

/** Answers like a dashboard, as far as `answer` does not say otherwise. */
function dashboard(answer: RequestListener): RequestListener {
  return (request, response) => {
    answer(request, response)
    if (response.writableEnded) return
    const empty = request.url?.startsWith('/api/rulesets')
      ? { rulesets: [], pages: 0 }
      : { apis: [], pages: 0 }
    response.end(JSON.stringify(empty))
  }
}

const refuse =
  (status: number, message: string): RequestListener =>
  ({ method }, response) => {
    if (method !== 'POST') return
    response.statusCode = status
    response.end(JSON.stringify({ Status: 'Error', Message: message, Meta: null }))
  }

describe('gov doctor, of a dashboard that', () => {
  it.each<[string, RequestListener, string, string, RegExp, number]>([
    ['counts a POST as writing', refuse(403, 'access denied'), 'evaluate', 'fail', /apis: write/, 3],
    ['is not a dashboard', (_, response) => response.end('<html>'), 'token', 'fail', /dashboard|server/, 4],
    [
      'is an hour late',
      (_, response) => void response.setHeader('date', new Date(Date.now() - 3_600_000).toUTCString()),
      'clock',
      'warn',
      /clock/,
      4,
    ],
  ])('%s', async (_what, answer, name, status, hint, exitCode) => {
    const host = await listening(createServer(dashboard(answer)))
    const found = await examine(`http://${host}`, pipeline)
    const finding = found.findings.find((each) => each.name === name)
    expect(finding).toMatchObject({ status, hint: expect.stringMatching(hint) })
    expect(found.exitCode).toBe(exitCode)
  })
})

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

describe.skipIf(!hasOpenssl)('gov doctor, of a certificate', () => {
  async function identity(days: number) {
    const folder = await tempTree({ '.git/': '' })
    const argv = `req -x509 -newkey rsa:2048 -nodes -days ${days} -subj /O=Cobble/CN=localhost -addext subjectAltName=IP:127.0.0.1 -keyout key.pem -out cert.pem`
    execFileSync('openssl', argv.split(' '), { cwd: folder, stdio: 'ignore' })
    const read = (name: string) => readFileSync(join(folder, name), 'utf8')
    return { folder, key: read('key.pem'), cert: read('cert.pem') }
  }

  it.each<[string, number, readonly string[], string, RegExp, string]>([
    ['that is not trusted', 90, [], 'fail', /self-signed.*issued by Cobble, (89|90) days left/, 'skip'],
    [
      'that is trusted',
      90,
      ['--ca-file', 'cert.pem'],
      'ok',
      /TLSv1\.3, issued by Cobble, (89|90) days left/,
      'ok',
    ],
    ['that is about to end', 3, ['--ca-file', 'cert.pem'], 'warn', /[23] days left/, 'ok'],
    ['that nobody looks at', 90, ['--insecure-tls'], 'warn', /not verified/, 'ok'],
  ])('%s', async (_what, days, flags, status, message, token) => {
    const { folder, ...pair } = await identity(days)
    const seen: (string | undefined)[] = []
    const answer = dashboard((request, response) => {
      seen.push(request.headers.authorization)
      refuse(400, 'api_ids is empty')(request, response)
    })
    const host = await listening(createTlsServer(pair, answer))
    const found = await examine(`https://${host}`, pipeline, flags, folder)
    const tls = found.findings.find(({ name }) => name === 'tls')
    expect(tls).toMatchObject({ status, message: expect.stringMatching(message) })
    expect(found.statuses.token).toBe(token)
    expect(seen.some((header) => header !== undefined)).toBe(token === 'ok')
  })
})
