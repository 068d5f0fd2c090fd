import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { cleanEnv, govCommand } from './run-gov.ts'

export interface Told {
  readonly text: string
  readonly isError: boolean
  /** The size of the result as it was sent. */
  readonly bytes: number
  /** `verdict: passed` as `{ verdict: 'passed' }`. */
  readonly facts: Readonly<Record<string, string>>
  /** What is marked as data, without its marks. */
  readonly data: readonly string[]
}

/** The official client, over the standard streams of the built program. */
export interface Agent {
  readonly client: Client
  readonly pid: number
  readonly stderr: () => string
  call(name: string, args?: Record<string, unknown>, signal?: AbortSignal): Promise<Told>
}

export async function startAgent(
  cwd: string,
  flags: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Agent> {
  const [command, args] = govCommand(['mcp', ...flags])
  const transport = new StdioClientTransport({ command, args, cwd, env: cleanEnv(env), stderr: 'pipe' })
  let stderr = ''
  transport.stderr?.on('data', (text) => {
    stderr += String(text)
  })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  return {
    client,
    pid: transport.pid ?? 0,
    stderr: () => stderr,
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
