import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { ProcessLike } from '../../src/terminal/io.ts'
import { createIo } from '../../src/terminal/io.ts'

interface Facts {
  readonly env?: Record<string, string>
  readonly flags?: readonly string[]
  readonly isTTY?: boolean
  readonly columns?: number
}

function processOf({ env = {}, flags = [], isTTY = false, columns }: Facts, sink = collect([])): ProcessLike {
  const stdout = Object.assign(sink, { isTTY, columns })
  return { argv: ['node', 'gov', ...flags], env, stdin: { isTTY }, stdout, stderr: collect([]) }
}

function collect(chunks: string[]): Writable {
  return new Writable({
    highWaterMark: 4,
    write(chunk, _encoding, done) {
      chunks.push(String(chunk))
      setImmediate(done)
    },
  })
}

function failing(code: string): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })) })
}

it('takes the real process', () => {
  expect(createIo(process).width).toBeGreaterThanOrEqual(40)
})

describe('links', () => {
  it.each<[Facts, boolean]>([
    [{ isTTY: true }, false],
    [{ isTTY: true, env: { FORCE_HYPERLINK: '1' } }, true],
    [{ isTTY: true, env: { FORCE_HYPERLINK: '0', TERM_PROGRAM: 'iTerm.app' } }, false],
    [{ isTTY: false, env: { FORCE_HYPERLINK: '1' } }, false],
    [{ isTTY: true, env: { FORCE_HYPERLINK: '1', CI: 'true' } }, false],
    [{ isTTY: true, env: { TERM_PROGRAM: 'vscode', CI: 'true' } }, false],
    [{ isTTY: true, env: { TERM_PROGRAM: 'vscode' } }, true],
    [{ isTTY: true, env: { TERM_PROGRAM: 'Apple_Terminal' } }, false],
    [{ isTTY: true, env: { TERM: 'xterm-kitty' } }, true],
    [{ isTTY: true, env: { TERM: 'dumb', TERM_PROGRAM: 'vscode' } }, false],
    [{ isTTY: true, env: { VTE_VERSION: '6003' } }, true],
    [{ isTTY: true, env: { VTE_VERSION: '4602' } }, false],
    [{ isTTY: true, env: { VTE_VERSION: 'x' } }, false],
    [{ isTTY: true, env: { WT_SESSION: 'a' } }, true],
  ])('%j: %s', (facts, expected) => expect(createIo(processOf(facts)).hyperlinks).toBe(expected))
})

describe('colour', () => {
  it.each<[Facts, boolean]>([
    [{ isTTY: true }, true],
    [{ isTTY: false }, false],
    [{ isTTY: true, env: { NO_COLOR: '1' } }, false],
    [{ isTTY: true, env: { NO_COLOR: '0' } }, false],
    [{ isTTY: true, env: { NO_COLOR: '' } }, true],
    [{ isTTY: false, env: { FORCE_COLOR: '1' } }, true],
    [{ isTTY: false, env: { FORCE_COLOR: '3' } }, true],
    [{ isTTY: false, env: { FORCE_COLOR: 'true' } }, true],
    [{ isTTY: true, env: { FORCE_COLOR: '0' } }, false],
    [{ isTTY: true, env: { FORCE_COLOR: 'false' } }, false],
    [{ isTTY: false, env: { FORCE_COLOR: '' } }, false],
    [{ isTTY: false, env: { FORCE_COLOR: '1', NO_COLOR: '1' } }, false],
    [{ isTTY: true, env: { TERM: 'dumb' } }, false],
    [{ isTTY: true, env: { TERM: 'xterm-256color' } }, true],
    [{ isTTY: false, env: { TERM: 'dumb', FORCE_COLOR: '1' } }, true],
    [{ isTTY: true, env: { CI: 'true' } }, false],
    [{ isTTY: true, env: { CI: 'false' } }, true],
    [{ isTTY: true, env: { CI: '' } }, true],
    [{ isTTY: false, env: { CI: 'true', FORCE_COLOR: '1' } }, true],
    [{ isTTY: true, flags: ['--no-color'] }, false],
    [{ isTTY: false, flags: ['--no-color'], env: { FORCE_COLOR: '1' } }, false],
    [{ isTTY: true, flags: ['--', '--no-color'] }, true],
  ])('%j: %s', (facts, color) => {
    expect(createIo(processOf(facts)).color.stdout).toBe(color)
  })

  it('is decided for each stream by itself', () => {
    const source = processOf({ isTTY: false })
    const io = createIo({ ...source, stderr: Object.assign(collect([]), { isTTY: true }) })
    expect(io.color).toEqual({ stdout: false, stderr: true })
  })
})

it.each<[Facts, number]>([
  [{}, 120],
  [{ env: { COLUMNS: '132' } }, 132],
  [{ env: { COLUMNS: 'wide' } }, 120],
  [{ env: { COLUMNS: '-5' } }, 120],
  [{ env: { COLUMNS: '10' } }, 40],
  [{ env: { COLUMNS: '2000000000' } }, 500],
  [{ isTTY: true, columns: 200 }, 200],
  [{ isTTY: true, columns: 200, env: { COLUMNS: '90' } }, 200],
  [{ isTTY: true, columns: 20 }, 40],
  [{ isTTY: true, columns: 0 }, 80],
  [{ isTTY: true }, 80],
])('%j: %i columns', (facts, width) => {
  expect(createIo(processOf(facts)).width).toBe(width)
})

describe('write', () => {
  it('resolves when the stream has taken the text', async () => {
    const chunks: string[] = []
    const io = createIo(processOf({}, collect(chunks)))
    const text = 'x'.repeat(100_000)
    await io.stdout.write(text)
    expect(chunks.join('')).toBe(text)
  })

  it.each(['EPIPE', 'ERR_STREAM_DESTROYED', 'EOF'])('is quiet about %s, again and again', async (code) => {
    const io = createIo(processOf({}, failing(code)))
    await expect(io.stdout.write('a')).resolves.toBeUndefined()
    await expect(io.stdout.write('b')).resolves.toBeUndefined()
  })

  it.each(['ENOSPC', 'EIO'])('fails on %s', async (code) => {
    const error = await createIo(processOf({}, failing(code)))
      .stdout.write('a')
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      exitCode: 2,
      code: 'stdout-unwritable',
      message: expect.stringContaining(code),
    })
  })

  it('of standard error never fails: there is nowhere left to say it', async () => {
    const io = createIo({ ...processOf({}), stderr: failing('ENOSPC') })
    await expect(io.stderr.write('a')).resolves.toBeUndefined()
  })

  it('survives a reader that closes a real pipe', async () => {
    const child = spawn('true', { stdio: ['pipe', 'ignore', 'ignore'] })
    await once(child, 'exit')
    const io = createIo({ ...processOf({}), stdout: child.stdin })
    await expect(io.stdout.write('x'.repeat(1_000_000))).resolves.toBeUndefined()
    await expect(io.stdout.write('more')).resolves.toBeUndefined()
  })
})
