import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashKey } from '../../src/sandbox/resources/keys.ts'
import { openWorkspace } from '../../src/sandbox/store/workspace.ts'
import { cleanEnv, govCommand, projectRoot } from './run-gov.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gov-crash-'))
  cpSync(join(projectRoot, 'fixtures/workspace'), folder, { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true }))

interface Running {
  readonly child: ChildProcess
  readonly url: string
}

function start(): Promise<Running> {
  const argv = ['sandbox', 'serve', '--workspace', folder, '--port', '0', '--persist']
  const child = spawn(...govCommand(argv), {
    env: cleanEnv(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return new Promise((settle, reject) => {
    let stderr = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
      const url = /http:\/\/[\d.]+:\d+/.exec(stderr)?.[0]
      if (url !== undefined) settle({ child, url })
    })
    child.on('close', (code) => reject(new Error(`the sandbox ended with ${code}: ${stderr}`)))
  })
}

const headers = { authorization: 'Bearer demo-key-administrator', 'content-type': 'application/json' }
const developer = '67a0b3c4a1dcd60001d0f101'

/** What was answered: the requests that were made, those that were approved, and the last session of each key. */
const answered = { made: new Set<string>(), approved: new Set<string>(), keys: new Map<string, number>() }

/** Changes this and that until the connection breaks. A change counts when its whole answer is there. */
async function change(url: string, writer: number): Promise<void> {
  const send = async (method: string, path: string, body: unknown) => {
    const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
    const answer = await response.json()
    expect([path, response.status]).toEqual([path, 200])
    return answer as { Message: string }
  }
  try {
    for (;;) {
      const rate = (answered.keys.get(`key-${writer}`) ?? 0) + 1
      await send('POST', `/api/keys/key-${writer}`, { rate, alias: 'x'.repeat(50_000) })
      answered.keys.set(`key-${writer}`, rate)
      const body = { by_user: developer, apply_policies: ['gold'], version: 'v2' }
      const { Message: id } = await send('POST', '/api/portal/requests', body)
      answered.made.add(id)
      await send('PUT', `/api/portal/requests/approve/${id}`, {})
      answered.approved.add(id)
    }
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error
  }
}

it('kill -9 at any moment loses nothing that was answered, and leaves nothing half written', async () => {
  // Kills until enough was answered between them, however slow the machine.
  for (let kill = 0; kill < 8 || (answered.approved.size <= 20 && kill < 40); kill++) {
    const { child, url } = await start()
    const writers = [1, 2, 3].map((writer) => change(url, writer))
    await new Promise((resolve) => setTimeout(resolve, 40 + ((kill * 61) % 160)))
    child.kill('SIGKILL')
    await Promise.all([once(child, 'close'), ...writers])
    // The next start would wait until the lock is as old as that of a process that no longer runs.
    rmSync(join(folder, '.gov-sandbox.lock'), { recursive: true })
    const { store } = await openWorkspace(folder)
    const kept = new Map(store.keyRequests.all().map((request) => [request.id, request]))
    expect([...answered.made].filter((id) => !kept.has(id))).toEqual([])
    expect([...answered.approved].filter((id) => kept.get(id)?.key_hash === undefined)).toEqual([])
    for (const [key, rate] of answered.keys) {
      const session = store.keys.find(hashKey(key))?.session
      expect(session?.alias).toHaveLength(50_000)
      // The interrupted change may be there, too.
      expect([rate, rate + 1]).toContain(session?.rate)
      answered.keys.set(key, Number(session?.rate))
    }
  }
  expect(answered.approved.size).toBeGreaterThan(20)
})
