import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export const projectRoot = resolve(import.meta.dirname, '../..')

export interface Finished {
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

/** The Node that runs the built program: the one of this run, unless `npm run test:node` names another. */
export const nodeProgram = process.env.GOV_TEST_NODE ?? process.execPath

/** A folder with `gov` in it, to be put on the PATH: the built program, as a user's shell finds it. */
const binFolder = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'gov-bin-'))
  mkdirSync(folder, { recursive: true })
  symlinkSync(join(projectRoot, 'bin/gov.js'), join(folder, 'gov'))
  symlinkSync(nodeProgram, join(folder, 'node'))
  chmodSync(join(projectRoot, 'bin/gov.js'), 0o755)
  return folder
})()

/** Nothing of the tester's own environment reaches the program but what finds node. */
export function cleanEnv(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { PATH: `${binFolder}:${process.env.PATH ?? ''}`, HOME: tmpdir(), LC_ALL: 'C.UTF-8', ...extra }
}

/** Runs a shell line in which `gov` is the built program. */
export function runShell(line: string, options: RunOptions = {}): Promise<Finished> {
  return start('sh', ['-c', line], options).finished
}

export interface Running {
  readonly pid: number
  readonly finished: Promise<Finished>
}

/** Runs the built program itself to its end. */
export function runGov(argv: readonly string[], options: RunOptions = {}): Promise<Finished> {
  return startGov(argv, options).finished
}

/** Starts the built program itself, so that a signal to `pid` reaches it and nothing else. */
export function startGov(argv: readonly string[], options: RunOptions = {}): Running {
  return start(nodeProgram, [join(projectRoot, 'bin/gov.js'), ...argv], options)
}

function start(program: string, argv: readonly string[], options: RunOptions): Running {
  const child = spawn(program, argv, {
    cwd: options.cwd ?? projectRoot,
    env: cleanEnv(options.env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const finished = new Promise<Finished>((settle, reject) => {
    child.on('error', reject)
    child.on('close', (exitCode, signal) => settle({ exitCode, signal, stdout, stderr }))
  })
  return { pid: child.pid ?? 0, finished }
}
