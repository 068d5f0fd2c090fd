import { tmpdir } from 'node:os'
import { runInProcess } from '../e2e/in-process.ts'
import type { Ended, Program } from './run-program.ts'
// dashboard.test is this machine, here too.
import './resolver.cjs'

/** The built program in this process, by the function that `bin/start.js` calls. One that hangs is left behind. */
export const runHere: Program = async (argv, { cwd, env, longestMs }) => {
  let [stdout, stderr] = ['', '']
  const ended = runInProcess(argv, {
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: tmpdir(), LC_ALL: 'C.UTF-8', ...env },
    stdout: (text) => {
      stdout += text
    },
    stderr: (text) => {
      stderr += text
    },
  })
  const exitCode = await within(longestMs, ended)
  return { exitCode: exitCode ?? null, stdout, stderr, killed: exitCode === undefined } satisfies Ended
}

async function within<T>(ms: number, result: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((settle) => {
    timer = setTimeout(() => settle(undefined), ms)
  })
  return Promise.race([result, late]).finally(() => clearTimeout(timer))
}
