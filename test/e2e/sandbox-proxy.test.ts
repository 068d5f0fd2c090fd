import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env, getuid } from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAuthority } from '../faults/certificates.ts'
import { projectRoot, runGov } from './run-gov.ts'
import { type Served, serveSandbox } from './served.ts'

const path = `${env.PATH}:/usr/sbin:/usr/local/sbin`
const hasNginx = spawnSync('nginx', ['-v'], { env: { ...env, PATH: path } }).status === 0

const authority = makeAuthority('Test authority')
const { cert, key } = authority.issue({ name: 'localhost' })
const page = readFileSync(join(projectRoot, 'docs/sandbox.md'), 'utf8')
const [, recipe = ''] = /```nginx\n(.*?)```/s.exec(page) ?? []

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function waitUntilOpen(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await new Promise((settle) => {
      socket.once('connect', () => settle(true)).once('error', () => settle(false))
    })
    socket.destroy()
    if (isOpen) return
    await new Promise((settle) => setTimeout(settle, 50))
  }
}

interface Proxy {
  readonly port: number
  readonly url: string
  readonly stop: () => Promise<void>
}

/** nginx with the recipe of the page, in a folder of its own, before the sandbox at this port. */
async function startProxy(folder: string, upstream: string, change = (text: string) => text): Promise<Proxy> {
  const port = await findFreePort()
  const home = join(folder, String(port))
  mkdirSync(home)
  const server = recipe
    .replace('listen 8443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('server_name gov.example.com', 'server_name localhost')
    .replace('http://127.0.0.1:8090', upstream)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const lines = [
    ...(getuid?.() === 0 ? ['user root;'] : []),
    'daemon off; worker_processes 1; pid nginx.pid; error_log stderr;',
    'events {}',
    `http { access_log off; include sandbox.conf; ${temporary.map((name) => `${name}_temp_path ${name};`).join(' ')} }`,
  ]
  const files = {
    'sandbox.conf': change(server),
    'nginx.conf': lines.join('\n'),
    'gov.example.com.pem': cert,
    'gov.example.com.key': key,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text)
  const argv = ['-p', home, '-c', 'nginx.conf', '-e', 'stderr']
  const child: ChildProcess = spawn('nginx', argv, {
    env: { ...env, PATH: path },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let problem = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    problem += text
  })
  const ended = once(child, 'close')
  await Promise.race([
    waitUntilOpen(port),
    ended.then(() => Promise.reject(new Error(`nginx ended: ${problem}`))),
  ])
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { port, url: `https://localhost:${port}/governance`, stop }
}

describe.skipIf(!hasNginx)('behind nginx as the page has it', () => {
  let tree: string
  let sandbox: Served
  let proxy: Proxy
  beforeAll(async () => {
    tree = mkdtempSync(join(tmpdir(), 'gov-proxy-'))
    writeFileSync(join(tree, 'ca.pem'), authority.cert)
    writeFileSync(join(tree, 'other-ca.pem'), makeAuthority('Other').cert)
    sandbox = await serveSandbox(['--max-time', '20s'])
    proxy = await startProxy(tree, sandbox.url)
  })
  afterAll(async () => {
    await proxy?.stop()
    await sandbox?.stop()
    rmSync(tree, { recursive: true })
  })

  const check = (url: string, ...flags: readonly string[]) =>
    runGov(['check', '--url', url, '--ruleset-id', 'rs-security', '--quiet', '--retries', '0', ...flags], {
      cwd: tree,
      env: { GOV_TOKEN: 'demo-key-pipeline' },
    })
  const ask = (target: string, headers: Record<string, string> = {}, body?: string) =>
    new Promise<{ status: number | undefined; headers: object; text: string }>((settle, fail) => {
      const sent = request(
        {
          host: '127.0.0.1',
          servername: 'localhost',
          port: proxy.port,
          path: target,
          ca: authority.cert,
          method: body === undefined ? 'GET' : 'POST',
          headers: { authorization: 'Bearer demo-key-administrator', ...headers },
        },
        async (answer) => {
          let text = ''
          for await (const chunk of answer) text += String(chunk)
          settle({ status: answer.statusCode, headers: answer.headers, text })
        },
      )
      sent.once('error', fail)
      sent.end(body)
    })

  it.each([
    ['with its authority', ['--ca-file', 'ca.pem'], 0, ''],
    ['without its authority', [], 4, 'certificate'],
    ['with another authority', ['--ca-file', 'other-ca.pem'], 4, 'certificate'],
  ])('is checked against %s', async (_what, flags, exitCode, problem) => {
    const finished = await check(proxy.url, '--api-id', 'payments', ...flags)
    expect([finished.exitCode, finished.stderr]).toEqual([exitCode, expect.stringContaining(problem)])
  })

  it('has nothing at another path', async () => {
    const finished = await check(
      proxy.url.replace('/governance', ''),
      '--api-id',
      'payments',
      '--ca-file',
      'ca.pem',
    )
    expect([finished.exitCode, finished.stdout]).toEqual([4, ''])
  })

  it.each<[name: string, bytes: number, exitCode: number]>([
    ['a definition of 4.9 MB', 4_900_000, 0],
    ['a definition that the sandbox refuses', 5_500_000, 2],
    ['a definition that nginx refuses', 7_000_000, 2],
  ])('%s ends with a verdict or a reason', async (_name, bytes, exitCode) => {
    const text = JSON.stringify({
      openapi: '3.0.3',
      info: { title: 't', version: '1', description: '' },
      paths: {},
    })
    writeFileSync(
      join(tree, 'api.json'),
      text.replace('"description":""', `"description":"${'x'.repeat(bytes)}"`),
    )
    const finished = await check(
      proxy.url,
      '--definition',
      'api.json',
      '--ca-file',
      'ca.pem',
      '--fail-on',
      'never',
    )
    expect([finished.exitCode, finished.stderr]).toEqual([exitCode, expect.not.stringContaining('<html>')])
  })

  it('refuses as the sandbox does what is larger than it takes', async () => {
    const large = { 'content-type': 'application/json' }
    const { status, text } = await ask('/governance/api/rulesets', large, 'x'.repeat(5_500_000))
    expect([status, JSON.parse(text)]).toMatchObject([413, { Status: 'Error' }])
  })

  it('keeps the path of an id as it is written', async () => {
    const definition = '{"rules":{"r":{"given":"$","then":{"function":"truthy"}}}}'
    const body = JSON.stringify({ name: 'Slashed', ruleset_id: 'a/b c', definition })
    expect((await ask('/governance/api/rulesets', { 'content-type': 'application/json' }, body)).status).toBe(
      201,
    )
    const { status, text } = await ask('/governance/api/rulesets/a%2Fb%20c')
    expect([status, JSON.parse(text)]).toMatchObject([200, { ruleset_id: 'a/b c' }])
  })

  it.each([
    ['X-Forwarded-For', '127.0.0.1'],
    ['X-Forwarded-Host', 'evil.example.com'],
    ['X-Forwarded-Proto', 'http'],
    ['X-Original-URL', '/api/users'],
    ['X-Rewrite-URL', '/api/users'],
    ['Forwarded', 'host=evil.example.com;proto=http'],
    ['Host', 'evil.example.com'],
    ['Origin', 'https://evil.example.com'],
  ])('answers the same whatever a caller says in %s', async (name, value) => {
    const plain = await ask('/governance/api/apis/payments')
    const forged = await ask('/governance/api/apis/payments', { [name]: value })
    expect([forged.status, forged.text]).toEqual([200, plain.text])
  })

  it.each([
    '/governance/metrics',
    '/governance//metrics',
    '/governance/%6detrics',
    '/governance/./metrics',
    '/metrics',
  ])('shows no metrics at %s', async (target) => expect((await ask(target)).status).toBe(404))

  it('has an id of each request that its log has, too', async () => {
    const { headers } = await ask('/governance/api/apis/payments', { 'X-Request-Id': 'from-the-caller' })
    expect(headers).toMatchObject({ 'x-request-id': 'from-the-caller' })
  })

  it.each([
    ['a proxy with nothing behind it', 'http://127.0.0.1:1', (text: string) => text, /502/],
    [
      'a proxy that waits too short',
      undefined,
      (text: string) => text.replace('proxy_read_timeout 200s', 'proxy_read_timeout 1s'),
      /504/,
    ],
  ])('%s is no pass', async (_name, upstream, change, status) => {
    const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const other = await startProxy(tree, upstream ?? `http://127.0.0.1:${port}`, change)
    const finished = await check(other.url, '--api-id', 'payments', '--ca-file', 'ca.pem')
    await other.stop()
    silent.close()
    expect([finished.exitCode, finished.stdout, finished.stderr]).toEqual([
      4,
      '',
      expect.stringMatching(status),
    ])
  })
})
