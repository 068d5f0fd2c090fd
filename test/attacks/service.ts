import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { projectRoot } from './project-root.ts'

const seen = z.object({ answered: z.int(), wrong: z.int(), worstMs: z.number() })

/** What another client saw meanwhile. */
export type Seen = z.infer<typeof seen>

export interface AttackedService {
  readonly url: string
  readonly port: number
  /** What the other client saw since the last call. */
  seen(): Promise<Seen>
  /** Megabytes that it holds once garbage is collected. */
  memory(): Promise<number>
  isUp(): boolean
  /** Everything that it has printed on standard error. */
  stderr(): string
  stop(): Promise<number | string | null>
}

/** The built sandbox as a process of its own. */
export interface Sandbox {
  readonly url: string
  readonly port: number
  readonly pid: number
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>
  readonly kill: (signal: NodeJS.Signals) => void
  readonly stderr: () => string
}

export async function startSandbox(
  workspace: string,
  flags: readonly string[] = [],
  nodeFlags: readonly string[] = [],
): Promise<Sandbox> {
  const argv = ['sandbox', 'serve', '--workspace', workspace, '--port', '0', ...flags]
  const program = [...nodeFlags, join(projectRoot, 'bin/gov.js'), ...argv]
  const child = spawn(process.execPath, program, { stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  const ended = new Promise<number | string | null>((settle) =>
    child.on('close', (code, signal) => settle(code ?? signal)),
  )
  const url = await new Promise<string>((settle, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
      const found = /http:\/\/[\d.]+:\d+/.exec(stderr)?.[0]
      if (found !== undefined) settle(found)
    })
    void ended.then((code) => reject(new Error(`the sandbox ended with ${code}: ${stderr}`)))
  })
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid ?? 0,
    ended,
    kill: (signal) => void child.kill(signal),
    stderr: () => stderr,
  }
}

/** The sandbox under attack, with another client beside it. */
export async function attackedService(
  workspace: string,
  flags: readonly string[] = [],
): Promise<AttackedService> {
  const collector = join(projectRoot, 'test/attacks/collect-garbage.js')
  const sandbox = await startSandbox(workspace, flags, ['--expose-gc', '--import', collector])
  let isUp = true
  void sandbox.ended.then(() => {
    isUp = false
  })
  const bystander = startBystander(sandbox.url)
  return {
    url: sandbox.url,
    port: sandbox.port,
    seen: bystander.seen,
    memory: async () => {
      sandbox.kill('SIGUSR2')
      await new Promise((resolve) => setTimeout(resolve, 200))
      return readMegabytes(sandbox.pid, 'VmRSS')
    },
    isUp: () => isUp,
    stderr: sandbox.stderr,
    stop: async () => {
      bystander.stop()
      sandbox.kill('SIGTERM')
      return sandbox.ended
    },
  }
}

function startBystander(url: string) {
  const program = join(projectRoot, 'test/attacks/bystander.js')
  const child = spawn(process.execPath, [program, url], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  return {
    seen: () =>
      new Promise<Seen>((settle) => {
        lines.once('line', (line) => settle(seen.parse(JSON.parse(line))))
        child.stdin.write('\n')
      }),
    stop: () => child.kill(),
  }
}

/** What a process holds, or has held at most. */
export async function readMegabytes(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
}
