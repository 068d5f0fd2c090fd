import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'

export interface ProgramRun {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly longestMs: number
}

/** Runs `gov` to its end, or gives it up after `longestMs`. */
export type Program = (argv: readonly string[], run: ProgramRun) => Promise<Ended>

export interface Ended {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
  /** It did not end by itself. */
  readonly killed: boolean
}

/** The built program as a process. Nothing of the tester's own environment reaches it. */
export const runProgram: Program = (argv, { cwd, env, longestMs }) => {
  const child = spawn(process.execPath, [resolve('bin/gov.js'), ...argv], {
    cwd,
    env: {
      PATH: process.env.PATH,
      HOME: tmpdir(),
      LC_ALL: 'C.UTF-8',
      NODE_OPTIONS: `--require=${resolve('test/faults/resolver.cjs')}`,
      ...env,
    },
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
  return new Promise((settle, reject) => {
    child.once('error', reject)
    child.once('close', (exitCode) => {
      clearTimeout(timer)
      settle({ exitCode, stdout, stderr, killed })
    })
  })
}
