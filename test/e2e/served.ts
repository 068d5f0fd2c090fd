import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { cleanEnv, govCommand, projectRoot } from './run-gov.ts'

export interface Served {
  readonly url: string
  stop(): Promise<number | null>
}

/** `gov sandbox serve` over a workspace on a free port, as its own process. */
export function serveSandbox(
  flags: readonly string[] = [],
  workspace = 'fixtures/workspace',
): Promise<Served> {
  const argv = ['sandbox', 'serve', '--workspace', workspace, '--port', '0', ...flags]
  return whenServing(
    spawn(...govCommand(argv), { cwd: projectRoot, env: cleanEnv(), stdio: ['ignore', 'ignore', 'pipe'] }),
  )
}

/** A process that serves, once it says where. */
export function whenServing(child: ChildProcessByStdio<null, null, Readable>): Promise<Served> {
  const ended = new Promise<number | null>((settle) => child.on('close', settle))
  const stop = async () => {
    child.kill('SIGTERM')
    return ended
  }
  return new Promise((settle, reject) => {
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
      const url = /http:\/\/[\d.]+:\d+/.exec(stderr)?.[0]
      if (url !== undefined) settle({ url, stop })
    })
    void ended.then((code) => reject(new Error(`the sandbox ended with ${code}: ${stderr}`)))
  })
}
