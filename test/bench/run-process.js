import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { watchMemory } from './peak-memory.js'

/** No tool may ask the network for news, or tell anyone that it ran, while it is measured. */
const environment = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  LC_ALL: 'C.UTF-8',
  NO_COLOR: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
}

const running = new Set()

/**
 * Runs one command in `scratch` from its start to its end, its output kept in files, so that nothing waits for a
 * reader. `seconds` of wall clock, `peak` in bytes (undefined where it cannot be read). Killed after `limit` seconds.
 */
export async function runProcess(command, { scratch, limit, env = {} }) {
  const outputs = ['stdout', 'stderr'].map((name) => join(scratch, name))
  const [stdout, stderr] = outputs.map((file) => openSync(file, 'w'))
  const memory = watchMemory(command, scratch)
  const [program, ...args] = memory.command
  const started = process.hrtime.bigint()
  // A process group of its own, so that a kill reaches what the command started.
  const child = spawn(program, args, {
    cwd: scratch,
    env: { ...environment, ...env },
    stdio: ['ignore', stdout, stderr],
    detached: true,
  })
  const ended = await endOf(child, limit, memory)
  const seconds = Number(process.hrtime.bigint() - started) / 1e9
  closeSync(stdout)
  closeSync(stderr)
  const [out, err] = outputs.map((file) => readFileSync(file, 'utf8'))
  return { ...ended, seconds, peak: memory.peak(), stdout: out, stderr: err }
}

function endOf(child, limit, memory) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => kill(child), limit * 1000)
    const finish = (end) => {
      clearTimeout(timer)
      running.delete(child)
      resolve({ timedOut: child.killed, ...end })
    }
    running.add(child)
    memory.begin(child)
    child.on('error', ({ message }) => finish({ exitCode: null, fault: message }))
    child.on('exit', (exitCode, signal) => finish({ exitCode, signal }))
  })
}

function kill(child) {
  child.killed = true
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    child.kill('SIGKILL')
  }
}

/** For the end of the bench itself: nothing that it started outlives it. */
export function killRunning() {
  for (const child of running) kill(child)
}
