import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAgentProcess } from './agent.ts'
import { runInProcess } from './in-process.ts'
import { cleanEnv, type Finished, govCommand, inThisProcess, runGov, runShell } from './run-gov.ts'

let folder = ''
let silent: Server
let url = ''
const sockets = new Set<Socket>()

/** A dashboard that takes a request and never answers. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gov-wire-'))
  writeFileSync(join(folder, 'api.yaml'), 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: {}\n')
  silent = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.resume()
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${Object(silent.address()).port}`
})

afterAll(() => {
  for (const socket of sockets) socket.destroy()
  silent.close()
  rmSync(folder, { recursive: true, force: true })
})

const hanging = () => ({ flags: ['--url', url, '--retries', '0'], env: { GOV_TOKEN: 'demo-key-pipeline' } })

function start(flags: readonly string[] = [], env: Record<string, string> = {}) {
  const [program, argv] = govCommand(['mcp', ...flags])
  const child = spawn(program, argv, { cwd: folder, env: cleanEnv(env) })
  return { child, finished: finish(child) }
}

function finish(child: ChildProcessWithoutNullStreams): Promise<Finished> {
  let [stdout, stderr] = ['', '']
  child.stdin.on('error', () => {})
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  return new Promise((resolve) => {
    child.on('close', (exitCode, signal) => resolve({ exitCode, signal, stdout, stderr }))
  })
}

/** All that is said to it and nothing more, in this process. */
async function say(...input: readonly (string | Uint8Array)[]): Promise<Finished> {
  if (!inThisProcess) return sayToProcess(...input)
  const stdin = new PassThrough()
  let [stdout, stderr] = ['', '']
  const ended = runInProcess(['mcp'], {
    cwd: folder,
    env: cleanEnv(),
    stdin,
    stdout: (text) => {
      stdout += text
    },
    stderr: (text) => {
      stderr += text
    },
  })
  for (const each of input) stdin.write(each)
  stdin.end()
  return { exitCode: await ended, signal: null, stdout, stderr }
}

function sayToProcess(...input: readonly (string | Uint8Array)[]): Promise<Finished> {
  const { child, finished } = start()
  for (const each of input) child.stdin.write(each)
  child.stdin.end()
  return finished
}

const check = {
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { name: 'check', arguments: { files: ['api.yaml'] } },
}
const ping = { jsonrpc: '2.0', id: 8, method: 'ping' }
const pong = { jsonrpc: '2.0', id: 8, result: {} }

function answersIn({ stdout }: Finished) {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

const call = (params: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
const deep = '['.repeat(50_000) + ']'.repeat(50_000)

describe('bad input gets an error, and the next message its answer:', () => {
  it.each<[string, string | Uint8Array, number]>([
    ['no JSON', 'hello', -32700],
    ['half a message', '{"jsonrpc":"2.0","id":1,', -32700],
    ['an empty line', '', -32700],
    ['bytes that are not UTF-8', new Uint8Array([0xff, 0xfe, 0x00, 0x41]), -32700],
    ['a byte order mark', '\ufeff{}', -32700],
    ['no message of JSON-RPC', '{"hello":1}', -32600],
    ['another version of it', '{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
    ['a batch', `[${JSON.stringify(ping)}]`, -32600],
    ['a number', '1', -32600],
    ['null', 'null', -32600],
    ['a method that is a number', '{"jsonrpc":"2.0","id":1,"method":5}', -32600],
    ['an unknown method', '{"jsonrpc":"2.0","id":1,"method":"tools/delete"}', -32601],
    ['another part of the protocol', '{"jsonrpc":"2.0","id":1,"method":"completion/complete"}', -32601],
    ['an unknown tool', call({ name: 'chekc' }), -32602],
    ['a tool of a prototype', call({ name: '__proto__' }), -32602],
    ['a tool without a name', call({ arguments: {} }), -32603],
    ['a tool that is a number', call({ name: 1 }), -32603],
    ['arguments that are a list', call({ name: 'check', arguments: [] }), -32603],
    ['a tool with a long name', call({ name: 'x'.repeat(1_000_000) }), -32602],
  ])('%s', async (_name, line, code) => {
    const result = await (typeof line === 'string' ? say : sayToProcess)(line, `\n${JSON.stringify(ping)}\n`)
    const [error, next] = answersIn(result)
    expect(error.error.code).toBe(code)
    expect(JSON.stringify(error).length).toBeLessThan(1000)
    expect(next).toEqual(pong)
    expect(result.exitCode).toBe(0)
  })

  it.each([
    ['a deep argument', call({ name: 'check', arguments: { files: ['?'] } }).replace('"?"', deep)],
    ['a deep text', call({ name: 'check', arguments: { text: deep, name: 'a.json' } })],
    ['a text of 8 MB', call({ name: 'check', arguments: { text: 'x'.repeat(8_000_000) } })],
    [
      '100,000 files',
      call({ name: 'check', arguments: { files: Array.from({ length: 100_000 }, (_, at) => `${at}.yaml`) } }),
    ],
    [
      '100,000 unknown arguments',
      call({
        name: 'check',
        arguments: Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`a${at}`, 1])),
      }),
    ],
  ])('%s', async (_name, line) => {
    const result = await say(`${line}\n${JSON.stringify(ping)}\n`)
    const answers = answersIn(result)
    expect(answers.find(({ id }) => id === 8)).toEqual(pong)
    const { result: told } = answers.find(({ id }) => id === 1)
    expect(told.isError).toBe(true)
    expect(told.content[0].text).not.toContain('internal')
    expect(JSON.stringify(told).length).toBeLessThanOrEqual(4096)
    expect(result.exitCode).toBe(0)
  })

  it('a message of more than 10 MB ends it, with a reason', async () => {
    const { child, finished } = start()
    child.stdin.end(`${call({ name: 'check', arguments: { text: 'x'.repeat(11_000_000) } })}\n`)
    const { exitCode, stdout, stderr } = await finished
    expect([exitCode, stdout]).toEqual([2, ''])
    expect(stderr).toContain(
      'error: a message of the agent is larger than 10 MB\n  hint: Pass the names of files',
    )
  })
})

describe('the end', () => {
  it('of standard input lets a call finish', async () => {
    const { child, finished } = start()
    child.stdin.end(`${JSON.stringify(check)}\n`)
    const result = await finished
    expect(answersIn(result)[0].result.content[0].text).toMatch(/^verdict: passed\n/)
    expect([result.exitCode, result.stderr]).toEqual([0, ''])
  })

  it('of standard input before any message is fine', async () => {
    const { child, finished } = start()
    child.stdin.end()
    expect(await finished).toEqual({ exitCode: 0, signal: null, stdout: '', stderr: '' })
  })

  it.each<[NodeJS.Signals, string]>([
    ['SIGTERM', 'open'],
    ['SIGINT', 'open'],
    ['SIGTERM', 'at its end'],
  ])('by %s stops a call that waits for a dashboard, with standard input %s', async (signal, input) => {
    const { flags, env } = hanging()
    const { child, finished } = start([...flags, '--api-id', 'a', '--ruleset-id', 'b'], env)
    child.stdin.write(`${call({ name: 'check' })}\n`)
    if (input !== 'open') child.stdin.end()
    await until(() => sockets.size > 0)
    await wait(200)
    child.kill(signal)
    const { exitCode, stderr } = await finished
    expect([exitCode, stderr]).toEqual([0, ''])
    await until(() => sockets.size === 0)
  })

  it.runIf(existsSync('/dev/full'))('for answers that cannot be written is an error', async () => {
    const { exitCode, stderr } = await runShell(`echo '${JSON.stringify(ping)}' | gov mcp > /dev/full`, {
      cwd: folder,
    })
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining('error: standard output cannot be written'),
    ])
  })

  it('of the working directory is an error of each call', async () => {
    const gone = mkdtempSync(join(tmpdir(), 'gov-gone-'))
    const agent = await startAgentProcess(gone)
    rmSync(gone, { recursive: true })
    const { facts } = await agent.call('check', { files: ['api.yaml'] })
    expect(facts).toMatchObject({ error: 'definition-not-found', exit_code: '2' })
    await agent.client.close()
  })

  it('of the reader stops it', async () => {
    const { child, finished } = start()
    child.stdout.destroy()
    for (let count = 0; child.exitCode === null && count < 100; count++) {
      child.stdin.write(`${JSON.stringify(ping)}\n`)
      await wait(50)
    }
    expect((await finished).exitCode).toBe(0)
  })

  it('by the official client leaves no process', async () => {
    const { client, pid } = await startAgentProcess(folder)
    await client.close()
    expect(() => process.kill(pid, 0)).toThrow()
  })
})

it('stops a call that is cancelled, and serves the next', async () => {
  const { flags, env } = hanging()
  const agent = await startAgentProcess(
    folder,
    [...flags, '--timeout', '5s', '--api-id', 'a', '--ruleset-id', 'b'],
    env,
  )
  const cancelling = new AbortController()
  const waiting = agent.call('check', {}, cancelling.signal)
  await until(() => sockets.size > 0)
  cancelling.abort('no longer wanted')
  await expect(waiting).rejects.toThrow(/no longer wanted/)
  await until(() => sockets.size === 0)
  const explained = await agent.call('explain', { rule_id: 'oas3-schema' })
  expect([explained.isError, explained.data[0]]).toEqual([
    false,
    expect.stringContaining('cannot list the rulesets'),
  ])
  await agent.client.close()
  expect(agent.stderr()).toBe('')
})

it('answers calls that come at once, each with its own', async () => {
  const agent = await startAgentProcess(folder)
  const texts = Array.from(
    { length: 12 },
    (_, at) => `openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: { /a${at}/: {} }\n`,
  )
  const told = await Promise.all(
    texts.map((text) => agent.call('check', { text, rule_id: 'path-keys-no-trailing-slash' })),
  )
  for (const [at, { data }] of told.entries()) expect(data.join('\n')).toContain(`paths./a${at}/`)
  await agent.client.close()
})

it('writes its log to standard error, and only the protocol to standard output', async () => {
  const { flags, env } = hanging()
  const { child, finished } = start(
    [...flags, '--timeout', '1s', '--verbose', '--api-id', 'a', '--ruleset-id', 'b'],
    env,
  )
  child.stdin.end(`${call({ name: 'check' })}\n`)
  const result = await finished
  expect(answersIn(result).map(({ result: { isError } }) => isError)).toEqual([true])
  expect(result.stderr).toContain('POST')
  expect(result.stderr).not.toContain('demo-key')
})

it('takes the flags of gov check, and refuses others before it serves', async () => {
  const { exitCode, stdout, stderr } = await runGov(['mcp', '--watch'], { cwd: folder })
  expect([exitCode, stdout]).toEqual([2, ''])
  expect(stderr).toContain('--watch')
})

async function until(holds: () => boolean): Promise<void> {
  for (let count = 0; !holds(); count++) {
    expect(count).toBeLessThan(200)
    await wait(50)
  }
}
