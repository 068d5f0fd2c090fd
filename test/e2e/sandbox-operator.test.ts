import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { openWorkspace } from '../../src/sandbox/store/workspace.ts'
import { cleanEnv, govCommand, projectRoot } from './run-gov.ts'
import { serveSandbox } from './served.ts'

const top = mkdtempSync(join(tmpdir(), 'gov-operator-'))
afterAll(() => rmSync(top, { recursive: true, force: true }))
let count = 0

function copyWorkspace(): string {
  const folder = join(top, String(count++))
  cpSync(join(projectRoot, 'fixtures/workspace'), folder, { recursive: true })
  return folder
}

/** A served sandbox, and what it writes on standard output. */
async function logging(format: string, folder = 'fixtures/workspace', flags: readonly string[] = []) {
  const argv = ['sandbox', 'serve', '--workspace', folder, '--port', '0', '--log', format, ...flags]
  const NODE_OPTIONS = `--require=${join(projectRoot, 'test/e2e/survive-file-limit.cjs')}`
  const child = spawn(...govCommand(argv), {
    cwd: projectRoot,
    env: { ...cleanEnv(), NODE_OPTIONS },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  const url = await new Promise<string>((settle) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text
      const found = /http:\/\/[\d.]+:\d+/.exec(err)?.[0]
      if (found !== undefined) settle(found)
    })
  })
  const ended = new Promise((settle) => child.on('close', settle))
  return {
    url,
    pid: String(child.pid),
    stderr: () => err,
    lines: async () => {
      child.kill('SIGTERM')
      await ended
      return out.trimEnd().split('\n')
    },
  }
}

const pipeline = { authorization: 'Bearer demo-key-pipeline' }
const secrets = /demo-|wrong-key|nonce=|my-secret/

/** Requests of each kind; what they hold must not be found in a log. */
async function sendSome(url: string): Promise<void> {
  await fetch(`${url}/api/apis/payments?demo-x=1`, { headers: { ...pipeline, 'x-request-id': 'mine-1' } })
  await fetch(`${url}/api/apis`, { headers: { authorization: 'Bearer wrong-key' } })
  await fetch(`${url}/tap?nonce=my-secret`)
  await fetch(`${url}/api/keys/my-secret`, {
    method: 'POST',
    headers: { authorization: 'Bearer demo-key-administrator', 'content-type': 'application/json' },
    body: '{}',
  })
  await fetch(`${url}/nowhere/my-secret`, { headers: { 'x-request-id': 'not fit for a log' } })
}

describe('the access log', () => {
  it('in JSON has a line about each request, and no secret', async () => {
    const { url, lines } = await logging('json')
    await sendSome(url)
    const all = await lines()
    const rows = all.map((line) => JSON.parse(line))
    const facts = rows.map(
      ({ method, path, user, status }) => `${method} ${path} ${user === '-' ? '-' : 'user'} ${status}`,
    )
    expect(facts).toEqual([
      'GET /api/apis/{apiId} user 200',
      'GET /api/apis - 401',
      'GET /tap - 401',
      'POST /api/keys/{custom_key} user 200',
      'GET - - 404',
    ])
    expect(rows[0]).toMatchObject({
      request_id: 'mine-1',
      organisation: '5e9d9544a1dcd60001d0ed20',
      ms: expect.any(Number),
    })
    expect(rows[4]).toMatchObject({ request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    expect(all.join('\n')).not.toMatch(secrets)
  })

  it('as text has the same fields in one line each', async () => {
    const { url, lines } = await logging('text')
    await sendSome(url)
    const all = await lines()
    expect(all.map((line) => line.split(' ').length)).toEqual(Array(5).fill(8))
    expect(all[0]).toMatch(
      /^\d{4}-\S+Z mine-1 GET \/api\/apis\/\{apiId\} \S+ 5e9d9544a1dcd60001d0ed20 200 \d+$/,
    )
    expect(all.join('\n')).not.toMatch(secrets)
  })
})

describe('an operator', () => {
  it('is told that it lives, that it can work, and what it did', async () => {
    const { url, stop } = await serveSandbox()
    const answers = ['/health/live', '/health/ready'].map(async (path) => {
      const answer = await fetch(url + path)
      return [answer.status, await answer.json()]
    })
    expect(await Promise.all(answers)).toEqual(Array(2).fill([200, { status: 'ok' }]))
    await sendSome(url)
    const answer = await fetch(`${url}/metrics`)
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const text = await answer.text()
    expect(readMetrics(text)).toMatchObject({
      'gov_http_requests_total{operation="GET /api/apis/{apiId}",status="200"}': 1,
      'gov_http_requests_total{operation="none",status="404"}': 1,
      'gov_http_request_duration_seconds_count{operation="GET /tap"}': 1,
      'gov_work_total{result="answered"}': 1,
      gov_work_waiting: 0,
      gov_threads: 1,
    })
    expect(text).not.toMatch(secrets)
    expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(405)
    expect(await stop()).toBe(0)
  })
})

describe('a disk', () => {
  it.runIf(existsSync('/usr/bin/prlimit'))('that is full is no disk that is ready', async () => {
    const { url, pid } = await logging('text', copyWorkspace(), ['--persist'])
    expect((await fetch(`${url}/health/ready`)).status).toBe(200)
    // No file may have content, as on a full disk.
    execFileSync('prlimit', ['--pid', pid, '--fsize=0'])
    const headers = { authorization: 'Bearer demo-key-administrator', 'content-type': 'application/json' }
    expect((await fetch(`${url}/api/keys/new`, { method: 'POST', headers, body: '{}' })).status).toBe(500)
    const readiness = async () => {
      const answer = await fetch(`${url}/health/ready`)
      return [answer.status, await answer.text()]
    }
    const faults = '{"status":"unavailable","faults":["the workspace cannot be written (EFBIG)"]}'
    await expect.poll(readiness, { timeout: 10_000 }).toEqual([503, faults])
  })

  it('that cannot remove a token is told of with the id of the request', async () => {
    const folder = copyWorkspace()
    const { url, stderr } = await logging('text', folder, ['--persist'])
    const file = join(folder, 'refresh-tokens/storefront-payments.yml')
    rmSync(file)
    mkdirSync(file)
    const headers = { 'x-gw-authorization': 'demo-gateway-secret', 'x-request-id': 'mine-2' }
    const target = `${url}/gw/oauth/refresh/demo-refresh-token-storefront?api_id=payments`
    expect((await fetch(target, { method: 'DELETE', headers })).status).toBe(500)
    await expect.poll(stderr).toMatch(/ENOTDIR.*mine-2/)
  })
})

/** Each sample by its name and labels. Throws for a line that is none, and for a sample without a type. */
function readMetrics(text: string): Record<string, number> {
  const types = new Set(
    [...text.matchAll(/^# TYPE (\w+) (?:counter|gauge|histogram)$/gm)].map(([, name]) => name),
  )
  const lines = text
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', labels = '', value] = /^(\w+)(\{(?:\w+="[^"]*",?)+\})? (\S+)$/.exec(line) ?? []
      if (!types.has(name) && !types.has(name.replace(/_(bucket|sum|count)$/, ''))) throw new Error(line)
      return [name + labels, z.coerce.number().parse(value)]
    }),
  )
}

describe('a backup', () => {
  it('is a plain copy of the folder, also while rulesets are written', async () => {
    const folder = copyWorkspace()
    const { url, stop } = await serveSandbox(['--persist'], folder)
    const headers = { authorization: 'Bearer demo-key-administrator', 'content-type': 'application/json' }
    const rules = '{"rules":{"r":{"given":"$","then":{"function":"truthy"}}}}'
    let isWriting = true
    const writing = (async () => {
      for (let at = 0; isWriting; at++) {
        const body = JSON.stringify({ name: `n${at}`, ruleset_id: `n${at}`, definition: rules })
        await fetch(`${url}/api/rulesets`, { method: 'POST', headers, body })
        await fetch(`${url}/api/rulesets/n${at}`, { method: 'PUT', headers, body })
      }
    })()
    for (let at = 0; at < 10; at++) {
      const copy = `${folder}-copy-${at}`
      await new Promise((resolve) =>
        spawn('cp', ['-R', folder, copy], { stdio: 'ignore' }).on('close', resolve),
      )
      const { rulesets } = await openWorkspace(copy, { persist: true })
      expect(rulesets.length).toBeGreaterThan(0)
    }
    isWriting = false
    await writing
    await stop()
  })

  it('of a newer format is refused', async () => {
    const folder = copyWorkspace()
    writeFileSync(join(folder, 'workspace.yml'), 'version: 2\n')
    await expect(openWorkspace(folder)).rejects.toMatchObject({
      message: 'workspace.yml:1: version: 2 is newer than this gov, which reads up to 1',
      hint: 'Update gov.',
    })
  })
})
