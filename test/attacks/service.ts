import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { projectRoot } from './project-root.ts'

const seen = z.object({ answered: z.int(), wrong: z.int(), worstMs: z.number() })

/** What another client saw meanwhile. */
export type Seen = z.infer<typeof seen>

/** The built sandbox as a process of its own, with another client beside it. */
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
  stop(): Promise<number | null>
}

export async function attackedService(
  workspace: string,
  flags: readonly string[] = [],
): Promise<AttackedService> {
  const collector = join(projectRoot, 'test/attacks/collect-garbage.js')
  const program = ['--expose-gc', '--import', collector, join(projectRoot, 'bin/gov.js')]
  const argv = ['sandbox', 'serve', '--workspace', workspace, '--port', '0', ...flags]
  const child = spawn(process.execPath, [...program, ...argv], { stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  let isUp = true
  const ended = new Promise<number | null>((settle) => child.on('close', settle))
  void ended.then(() => {
    isUp = false
  })
  const url = await new Promise<string>((settle, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
      const found = /http:\/\/[\d.]+:\d+/.exec(stderr)?.[0]
      if (found !== undefined) settle(found)
    })
    void ended.then((code) => reject(new Error(`the sandbox ended with ${code}: ${stderr}`)))
  })
  const bystander = startBystander(url)
  return {
    url,
    port: Number(new URL(url).port),
    seen: bystander.seen,
    memory: async () => {
      child.kill('SIGUSR2')
      await new Promise((resolve) => setTimeout(resolve, 200))
      return residentMegabytes(child.pid ?? 0)
    },
    isUp: () => isUp,
    stderr: () => stderr,
    stop: async () => {
      bystander.stop()
      child.kill('SIGTERM')
      return ended
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

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}
