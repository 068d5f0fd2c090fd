import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'

/** The built program: what node runs. */
export type Program = string

export interface Ended {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
  /** It did not end by itself. */
  readonly killed: boolean
}

/** Runs the program to its end, or ends it after `longestMs`. Nothing of the tester's own environment reaches it. */
export function runProgram(
  program: Program,
  argv: readonly string[],
  { cwd, env, longestMs }: { cwd: string; env: Readonly<Record<string, string>>; longestMs: number },
): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...argv], {
    cwd,
    env: { PATH: process.env.PATH, HOME: tmpdir(), LC_ALL: 'C.UTF-8', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr, killed] = ['', '', false]
  const timer = setTimeout(() => {
    killed = true
    child.kill('SIGKILL')
  }, longestMs)
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exitCode) => {
      clearTimeout(timer)
      resolve({ exitCode, stdout, stderr, killed })
    })
  })
}
