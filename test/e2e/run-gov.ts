import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { runInProcess } from './in-process.ts'
import { type Step, stepsOf, wordsOf } from './shell-line.ts'

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
  /** Standard error goes where standard output goes, as at a terminal. */
  readonly merged?: boolean
  /** What standard input holds. */
  readonly input?: string
}

const { GOV_TEST_NODE, GOV_TEST_PROGRAM } = process.env

/** The Node that runs the built program: the one of this run, unless `npm run task -- test-node` names another. */
export const nodeProgram = GOV_TEST_NODE ?? process.execPath

const govScript = join(projectRoot, 'bin/gov.js')

/** The built program, to be spawned: a script for Node, unless `npm run task -- test-binary` names a binary. */
export function govCommand(argv: readonly string[]): [program: string, argv: string[]] {
  return GOV_TEST_PROGRAM ? [resolve(GOV_TEST_PROGRAM), [...argv]] : [nodeProgram, [govScript, ...argv]]
}

/** A process for each run takes ten times as long. */
export const inThisProcess = GOV_TEST_NODE === undefined && GOV_TEST_PROGRAM === undefined

/** A folder with `gov` in it, to be put on the PATH: the built program, as a user's shell finds it. */
const binFolder = (() => {
  const folder = mkdtempSync(join(tmpdir(), 'gov-bin-'))
  mkdirSync(folder, { recursive: true })
  symlinkSync(resolve(GOV_TEST_PROGRAM ?? govScript), join(folder, 'gov'))
  symlinkSync(nodeProgram, join(folder, 'node'))
  chmodSync(govScript, 0o755)
  return folder
})()

/** Nothing of the tester's own environment reaches the program but what finds node. */
export function cleanEnv(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    PATH: `${binFolder}:${process.env.PATH ?? ''}`,
    HOME: tmpdir(),
    LC_ALL: 'C.UTF-8',
    GIT_CONFIG_NOSYSTEM: '1',
    ...extra,
  }
}

/** Runs a shell line in which `gov` is the built program: in this process where the line is simple enough. */
export function runShell(line: string, options: RunOptions = {}): Promise<Finished> {
  const steps = inThisProcess ? stepsOf(line) : undefined
  return steps === undefined ? runShellProcess(line, options) : runSteps(steps, options)
}

/** Runs a shell line in which `gov` is the built program, in a shell. */
export function runShellProcess(line: string, options: RunOptions = {}): Promise<Finished> {
  const whole = options.merged ? `{ ${line}\n} 2>&1` : line
  return start('sh', ['-c', whole], options).finished
}

async function runSteps(steps: readonly Step[], options: RunOptions): Promise<Finished> {
  let [exitCode, stdout, stderr]: [number | null, string, string] = [0, '', '']
  for (const { and, text, ...to } of steps) {
    if (and && exitCode !== 0) continue
    const finished = await runStep({ text: text.replaceAll('$?', String(exitCode)), ...to }, options)
    stdout += finished.stdout
    stderr += finished.stderr
    exitCode = finished.exitCode
  }
  return { exitCode, signal: null, stdout, stderr }
}

async function runStep({ text, pipe, into }: Omit<Step, 'and'>, options: RunOptions): Promise<Finished> {
  const { assigned, words } = wordsOf(text)
  if (words[0] !== 'gov') return runShellProcess(text, options)
  const own = { ...options, env: { ...options.env, ...assigned } }
  if (into === undefined && pipe === undefined) return runGov(words.slice(1), own)
  const file = into === undefined ? undefined : resolve(options.cwd ?? projectRoot, into)
  if (file !== undefined) writeFileSync(file, '')
  const finished = await runGov(words.slice(1), { ...own, merged: false })
  if (file !== undefined) writeFileSync(file, finished.stdout)
  const reader =
    pipe === undefined
      ? { ...finished, stdout: '', stderr: '' }
      : await start('sh', ['-c', pipe], options, finished.stdout).finished
  const stderr = finished.stderr + reader.stderr
  return options.merged ? { ...reader, stdout: stderr + reader.stdout, stderr: '' } : { ...reader, stderr }
}

export interface Running {
  readonly pid: number
  readonly finished: Promise<Finished>
}

/** Runs the built program to its end: in this process unless Node itself takes options. */
export async function runGov(argv: readonly string[], options: RunOptions = {}): Promise<Finished> {
  if (!inThisProcess || isOfProcess(options)) return runGovProcess(argv, options)
  let [stdout, stderr] = ['', '']
  const exitCode = await runInProcess(argv, {
    cwd: options.cwd ?? projectRoot,
    env: cleanEnv(options.env),
    stdout: (text) => {
      stdout += text
    },
    stderr: (text) => {
      if (options.merged) stdout += text
      else stderr += text
    },
    stdin: Readable.from(options.input === undefined ? [] : [options.input]),
  })
  return { exitCode, signal: null, stdout, stderr }
}

/** Node reads variables of its own. */
function isOfProcess({ env = {} }: RunOptions): boolean {
  return Object.keys(env).some((name) => name.startsWith('NODE_'))
}

/** Runs the built program as a process to its end. */
export function runGovProcess(argv: readonly string[], options: RunOptions = {}): Promise<Finished> {
  return start(...govCommand(argv), options, options.input).finished
}

/** Starts the built program itself, so that a signal to `pid` reaches it and nothing else. */
export function startGov(argv: readonly string[], options: RunOptions = {}): Running {
  return start(...govCommand(argv), options)
}

function start(program: string, argv: readonly string[], options: RunOptions, input?: string): Running {
  const child = spawn(program, argv, {
    cwd: options.cwd ?? projectRoot,
    env: cleanEnv(options.env),
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  })
  // A reader such as head may end before it has read all.
  child.stdin?.on('error', () => {}).end(input)
  let stdout = ''
  let stderr = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const finished = new Promise<Finished>((settle, reject) => {
    child.on('error', reject)
    child.on('close', (exitCode, signal) => settle({ exitCode, signal, stdout, stderr }))
  })
  return { pid: child.pid ?? 0, finished }
}
