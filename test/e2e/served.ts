import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { cleanEnv, nodeProgram, projectRoot } from './run-gov.ts'

export interface Served {
  readonly url: string
  stop(): Promise<number | null>
}

/** `gov sandbox serve` over a workspace on a free port, as its own process. */
export function serveSandbox(
  flags: readonly string[] = [],
  workspace = 'fixtures/workspace',
  { program = join(projectRoot, 'bin/gov.js'), cwd = projectRoot } = {},
): Promise<Served> {
  const argv = ['sandbox', 'serve', '--workspace', workspace, '--port', '0', ...flags]
  const child = spawn(nodeProgram, [program, ...argv], {
    cwd,
    env: cleanEnv(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
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
