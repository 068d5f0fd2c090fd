import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const gnuTime = '/usr/bin/time'
const pollMilliseconds = 20

/** How the peak of the resident memory is read here, for the heading of the tables. */
export const memorySource = findSource()

function findSource() {
  const { stdout = '', stderr = '' } = spawnSync(gnuTime, ['--version'], { encoding: 'utf8' })
  if (`${stdout}${stderr}`.includes('GNU')) return 'time'
  return existsSync('/proc/self/status') ? 'proc' : 'none'
}

export const memorySources = {
  time: 'GNU time: the largest process of the command',
  proc: `VmHWM in /proc, read every ${pollMilliseconds} ms: the command's first process`,
  none: 'not measured: neither GNU time nor /proc is here',
}

/** The command as it is to be started, `begin` to be called with its process, and its peak in bytes at the end. */
export function watchMemory(command, scratch) {
  if (memorySource === 'time') return withTime(command, join(scratch, 'peak'))
  if (memorySource === 'proc') return withProc(command)
  return { command, begin: () => {}, peak: () => undefined }
}

function withTime(command, file) {
  return {
    command: [gnuTime, '--quiet', '--format', '%M', '--output', file, ...command],
    begin: () => {},
    peak: () => toBytes(readIfThere(file)),
  }
}

/** The high-water mark only grows, so that the last reading is the peak but for the last few milliseconds. */
function withProc(command) {
  let last
  const read = (child) => {
    last = toBytes(/^VmHWM:\s+(\d+) kB/m.exec(readIfThere(`/proc/${child.pid}/status`))?.[1]) ?? last
  }
  const begin = (child) => {
    const timer = setInterval(() => read(child), pollMilliseconds)
    child.on('exit', () => clearInterval(timer))
    child.on('error', () => clearInterval(timer))
  }
  return { command, begin, peak: () => last }
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function toBytes(kilobytes) {
  const number = Number.parseInt(kilobytes ?? '', 10)
  return Number.isNaN(number) ? undefined : number * 1024
}
