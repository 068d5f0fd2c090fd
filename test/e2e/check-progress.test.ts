import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { type Served, serveSandbox } from './served.ts'
import { canOpenTerminals, openTerminal, type Terminal } from './terminal.ts'

const definition = 'openapi: 3.1.0\ninfo: { title: Orders, version: "1" }\npaths: {}\n'

let sandbox: Served
beforeAll(async () => {
  sandbox = await serveSandbox()
})
afterAll(() => sandbox.stop())

/** In front of the sandbox, and as far away: each answer takes so long. The `busy`th is refused once. */
async function slowService(delayMs: number, busy = 0): Promise<string> {
  let calls = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    calls += 1
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    if (response.destroyed) return
    if (calls === busy) {
      response.writeHead(503, { 'retry-after': '1' }).end()
      return
    }
    const answer = await fetch(sandbox.url + request.url, {
      method: 'POST',
      headers: {
        authorization: request.headers.authorization ?? '',
        'content-type': request.headers['content-type'] ?? '',
      },
      body: Buffer.concat(chunks),
    })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface Facts {
  readonly columns: number
  readonly delayMs?: number
  readonly busy?: number
  readonly env?: Readonly<Record<string, string>>
}

async function terminal({ columns, delayMs = 250, busy, env }: Facts): Promise<Terminal> {
  const url = await slowService(delayMs, busy)
  const names = Array.from({ length: 14 }, (_, index) => `api-${index}.yaml`)
  const cwd = await tempTree({
    ...Object.fromEntries(names.map((name) => [name, definition])),
    '.governance.yml': [
      'version: 1',
      `dashboard: { url: "${url}", concurrency: 1 }`,
      'ruleset_ids: [rs-security]',
      `definitions: [${names.map((file) => `{ file: ${file} }`).join(', ')}]`,
    ].join('\n'),
  })
  return openTerminal({ cwd, columns, env: { GOV_TOKEN: 'demo-key-pipeline', ...env } })
}

describe.runIf(canOpenTerminals)('progress', () => {
  it.each([80, 200])('shows how far a run is, and is gone at its end, at %s columns', async (columns) => {
    const { press, until } = await terminal({ columns })
    press('clear; gov check --fail-on never --no-pager; echo "exit $?"', 'Enter')
    const early = await until(/^\d+ of 14 requests, \d+ issues? so far, \d+ s$/m)
    expect(early).not.toContain('left')
    await until(/^1[0-3] of 14 requests, \d+ issues? so far, about [1-9] s left$/m)
    const end = await until(/^exit 0$/m)
    expect(end).not.toContain('of 14 requests')
  })

  // A terminal may wrap what is written between the resizing and its signal.
  it('fits a terminal that becomes narrow, and leaves nothing there', { retry: 2 }, async () => {
    const { press, until, resize } = await terminal({ columns: 80 })
    press('clear; gov check --fail-on never >report; echo "exit $?"', 'Enter')
    await until(/of 14 requests, \d+ issues? so far/)
    resize(30)
    await until(/^\d+ of 14 requests, (?:about )?\d+ s(?: left)?$/m)
    expect(await until(/^exit 0$/m)).toMatch(/^exit 0\n\S+$/)
  })

  it('is gone after Ctrl-C, and the cursor is there', async () => {
    const { press, until, cursor } = await terminal({ columns: 80 })
    press('trap : INT; clear; gov check; echo "exit $?"', 'Enter')
    await until(/of 14 requests/)
    press('C-c')
    const end = await until(/^exit 130$/m)
    expect(end).not.toContain('of 14 requests')
    expect(cursor()).toMatchObject({ column: 2, visible: true })
  })

  it('makes room for other messages', async () => {
    const { press, until } = await terminal({ columns: 80, busy: 6 })
    press('clear; gov check --fail-on never >report; echo "exit $?"', 'Enter')
    await until(/of 14 requests/)
    const end = await until(/^exit 0$/m)
    expect(end).toMatch(/^127\.0\.0\.1:\d+ answered 503; retrying in .*\nexit 0\n\S+$/)
    expect(end).not.toContain('of 14 requests')
  })

  it.each<[string, string, Record<string, string>]>([
    ['in CI', '', { CI: 'true' }],
    ['at a dumb terminal', '', { TERM: 'dumb' }],
    ['when it is quiet', '--quiet', {}],
  ])('is not shown %s', async (_, flag, env) => {
    const { press, until, screen } = await terminal({ columns: 80, env })
    const settings = Object.entries(env).map(([name, value]) => `${name}=${value} `)
    press(`clear; ${settings.join('')}gov check ${flag}; echo "exit $?"`, 'Enter')
    const shown: string[] = []
    while (!/^exit \d/m.test(shown.at(-1) ?? '')) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      shown.push(screen())
    }
    expect(shown.length).toBeGreaterThan(15)
    expect(shown.filter((each) => each.includes('of 14'))).toEqual([])
    await until(/^exit [01]$/m)
  })
})
