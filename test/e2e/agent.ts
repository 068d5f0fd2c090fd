import { PassThrough } from 'node:stream'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { runInProcess } from './in-process.ts'
import { cleanEnv, govCommand, inThisProcess } from './run-gov.ts'

export interface Told {
  readonly text: string
  readonly isError: boolean
  // biome-ignore lint/suspicious/noExplicitAny: whatever a tool answers
  readonly structured: any
  /** The size of the result as it was sent. */
  readonly bytes: number
  /** `verdict: passed` as `{ verdict: 'passed' }`. */
  readonly facts: Readonly<Record<string, string>>
  /** What is marked as data, without its marks. */
  readonly data: readonly string[]
}

/** The official client, over the streams of the built program. */
export interface Agent {
  readonly client: Client
  readonly pid: number
  readonly stderr: () => string
  call(name: string, args?: Record<string, unknown>, signal?: AbortSignal): Promise<Told>
}

/** Names its roots, once for each time that it is asked; absent: it has none. */
type NameRoots = () => readonly string[]

type Start = [
  cwd: string,
  flags?: readonly string[],
  env?: Readonly<Record<string, string>>,
  roots?: NameRoots,
]

/** In this process, unless another program is tested. */
export function startAgent(...start: Start): Promise<Agent> {
  return inThisProcess ? agentHere(...start) : startAgentProcess(...start)
}

export async function startAgentProcess(
  cwd: string,
  flags: Start[1] = [],
  env: Start[2] = {},
  roots?: NameRoots,
): Promise<Agent> {
  const [command, args] = govCommand(['mcp', ...flags])
  const transport = new StdioClientTransport({ command, args, cwd, env: cleanEnv(env), stderr: 'pipe' })
  let stderr = ''
  transport.stderr?.on('data', (text) => {
    stderr += String(text)
  })
  return connected(
    transport,
    () => stderr,
    () => transport.pid ?? 0,
    roots,
  )
}

async function agentHere(
  cwd: string,
  flags: Start[1] = [],
  env: Start[2] = {},
  roots?: NameRoots,
): Promise<Agent> {
  const stdin = new PassThrough()
  const received = new ReadBuffer()
  let stderr = ''
  const transport: Transport = {
    start: async () => {},
    send: async (message) => void stdin.write(serializeMessage(message)),
    close: async () => {
      stdin.end()
      await ended
    },
  }
  const ended = runInProcess(['mcp', ...flags], {
    cwd,
    env: cleanEnv(env),
    stdin,
    stdout: (text) => {
      received.append(Buffer.from(text))
      for (let message = received.readMessage(); message !== null; message = received.readMessage())
        transport.onmessage?.(message)
    },
    stderr: (text) => {
      stderr += text
    },
  })
  void ended.then(() => transport.onclose?.())
  return connected(
    transport,
    () => stderr,
    () => process.pid,
    roots,
  )
}

async function connected(
  transport: Transport,
  stderr: () => string,
  pid: () => number,
  roots: NameRoots | undefined,
): Promise<Agent> {
  const capabilities = roots ? { roots: { listChanged: true } } : {}
  const client = new Client({ name: 'test', version: '1' }, { capabilities })
  if (roots)
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: roots().map((uri) => ({ uri })) }))
  await client.connect(transport)
  return {
    client,
    pid: pid(),
    stderr,
    call: async (name, args, signal) =>
      toldOf(await client.callTool({ name, arguments: args }, undefined, { ...(signal && { signal }) })),
  }
}

function toldOf(result: Awaited<ReturnType<Client['callTool']>>): Told {
  const content: readonly unknown[] = Array.isArray(result.content) ? result.content : []
  const text = content.map((part) => String(Object(part).text)).join('')
  const lines = text.split('\n')
  return {
    text,
    isError: result.isError === true,
    structured: result.structuredContent,
    bytes: Buffer.byteLength(JSON.stringify(result)),
    facts: Object.fromEntries(
      lines.flatMap((line) => {
        const [, name, value = ''] = /^([a-z_]+): (.*)$/.exec(line) ?? []
        return name === undefined ? [] : [[name, value]]
      }),
    ),
    data: dataOf(lines),
  }
}

export function dataOf(lines: readonly string[]): readonly string[] {
  const data: string[] = []
  for (const line of lines) {
    if (line.startsWith('| ')) data.push(line.slice(2))
    else if (line.startsWith('|+')) data.push((data.pop() ?? '') + line.slice(2))
  }
  return data
}
