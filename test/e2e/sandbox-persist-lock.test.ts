import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { cleanEnv, govCommand, projectRoot, startGov } from './run-gov.ts'

/** What a process says first, but for what it waits for: that it serves, or why it does not. */
function firstWords(folder: string): Promise<string> {
  const argv = ['sandbox', 'serve', '--workspace', folder, '--port', '0', '--persist']
  const child = spawn(...govCommand(argv), {
    env: cleanEnv(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return new Promise((resolve) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      const word = text.split('\n').find((line) => /^(Serving|error)/.test(line))
      if (word !== undefined) resolve(word)
    })
  })
}

it.each(['SIGTERM', 'SIGINT'] as const)(
  'a sandbox that persists ends in order at %s',
  async (signal) => {
    const folder = mkdtempSync(join(tmpdir(), 'gov-lock-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    cpSync(join(projectRoot, 'fixtures/workspace'), folder, { recursive: true })
    const { pid, finished } = startGov([
      'sandbox',
      'serve',
      '--workspace',
      folder,
      '--port',
      '0',
      '--persist',
    ])
    const lock = join(folder, '.gov-sandbox.lock')
    while (!existsSync(lock)) await sleep(50)
    await sleep(500)
    process.kill(pid, signal)
    expect(await finished).toMatchObject({ exitCode: 0, signal: null, stdout: '' })
    expect(existsSync(lock)).toBe(false)
  },
  30_000,
)

function sleep(ms: number) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

it('of several processes that find the lock of a dead one, one persists the folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gov-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(projectRoot, 'fixtures/workspace'), folder, { recursive: true })
  const lock = join(folder, '.gov-sandbox.lock')
  mkdirSync(lock)
  utimesSync(lock, 0, 0)
  const words = await Promise.all([1, 2, 3].map(() => firstWords(folder)))
  expect(words.filter((text) => text.startsWith('Serving '))).toHaveLength(1)
  expect(words.filter((text) => text.startsWith('error: another process persists'))).toHaveLength(2)
})

/** A served folder, once it says where; `ended` is its exit code. */
async function serveFolder(folder: string) {
  const argv = ['sandbox', 'serve', '--workspace', folder, '--port', '0', '--persist']
  const child = spawn(...govCommand(argv), { env: cleanEnv(), stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = new Promise<number | null>((settle) => child.on('close', settle))
  const url = await new Promise<string>((settle) => {
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
      const found = /http:\/\/[\d.]+:\d+/.exec(stderr)?.[0]
      if (found !== undefined) settle(found)
    })
  })
  const create = async (name: string) => {
    const rules = '{"rules":{"r":{"given":"$","then":{"function":"truthy"}}}}'
    const answer = await fetch(`${url}/api/rulesets`, {
      method: 'POST',
      headers: { authorization: 'Bearer demo-key-administrator', 'content-type': 'application/json' },
      body: JSON.stringify({ name, ruleset_id: name, definition: rules }),
    })
    return answer.status
  }
  const find = async (name: string) => {
    const headers = { authorization: 'Bearer demo-key-administrator' }
    return (await fetch(`${url}/api/rulesets/${name}`, { headers })).status
  }
  return { child, ended, create, find }
}

it('one that was stopped while another took its folder acknowledges nothing any more, and ends', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gov-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(projectRoot, 'fixtures/workspace'), folder, { recursive: true })
  const first = await serveFolder(folder)
  expect(await first.create('before')).toBe(201)
  first.child.kill('SIGSTOP')
  const second = await serveFolder(folder)
  const late = Array.from({ length: 40 }, (_, at) => first.create(`late-${at}`).catch(() => 'no answer'))
  await sleep(200)
  first.child.kill('SIGCONT')
  const answers = await Promise.all(late)
  expect(answers.filter((answer) => answer === 201)).toEqual([])
  expect(await first.ended).toBe(2)
  expect([await second.find('before'), await second.find('late-0'), await second.create('after')]).toEqual([
    200, 404, 201,
  ])
  expect(existsSync(join(folder, '.gov-sandbox.lock'))).toBe(true)
}, 60_000)

it('one that notices at a change that its folder is lost says so, and ends', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gov-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(projectRoot, 'fixtures/workspace'), folder, { recursive: true })
  const first = await serveFolder(folder)
  first.child.kill('SIGSTOP')
  rmSync(join(folder, '.gov-sandbox.lock'), { recursive: true })
  // A new lock has the time of the next full second, by which its holder knows it.
  await sleep(1_000)
  const second = await serveFolder(folder)
  first.child.kill('SIGCONT')
  expect(await first.create('late').catch(() => 'no answer')).not.toBe(201)
  expect([await first.ended, await second.find('late'), await second.create('after')]).toEqual([2, 404, 201])
}, 60_000)
