import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cleanEnv, nodeProgram, projectRoot } from '../e2e/run-gov.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gov-code-'))
  mkdirSync(join(folder, 'dist'))
  write('main.js', 'const other = require("./other.js"); exports.say = (word) => other.twice(word)')
  write('other.js', 'exports.twice = (word) => word + " " + word')
  write('later.js', 'exports.shout = (word) => word.toUpperCase()')
  // A run: the files that it loads, in their order, and then the word that the last one makes of "a".
  const [program, ...folders] = [
    join(projectRoot, 'bin/code-cache.js'),
    join(folder, 'dist'),
    join(folder, 'cache'),
  ]
  const script = `
    const { load, save } = require(${JSON.stringify(program)}).openCodeCache(...${JSON.stringify(folders)})
    for (const name of process.argv.slice(2)) {
      const made = load(name)
      process.stdout.write((made.say ?? made.twice ?? made.shout)('a') + '\\n')
    }
    save()`
  writeFileSync(join(folder, 'run.cjs'), script)
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string): void {
  writeFileSync(join(folder, 'dist', name), text)
}

function run(...names: string[]) {
  const { status, stdout, stderr } = spawnSync(nodeProgram, [join(folder, 'run.cjs'), ...names], {
    encoding: 'utf8',
    env: cleanEnv(),
  })
  return { status, stdout, stderr }
}

/** The folder of this Node in the cache, which holds one file for each that was loaded. */
function codeFolder(): string {
  const [node, ...others] = readdirSync(join(folder, 'cache'))
  expect(others).toEqual([])
  return join(folder, 'cache', String(node))
}

const cacheFile = () => join(codeFolder(), 'main.js')

/** Each writing makes other files. */
const written = () => readdirSync(codeFolder()).map((name) => [name, statSync(join(codeFolder(), name)).ino])

/** The format of the cache: the digest of both, and the code. */
function withDigest(text: Buffer | string, code: Buffer | string): Buffer {
  const digest = createHash('sha256').update(text).update(code).digest()
  return Buffer.concat([digest, Buffer.from(code)])
}

const well = { status: 0, stdout: 'a a\n', stderr: '' }

it('is written by the first run, and by no other that loads the same', () => {
  expect(run('main.js')).toEqual(well)
  const first = written()
  expect(first.map(([name]) => name)).toEqual(['main.js', 'other.js'])
  expect(run('main.js')).toEqual(well)
  expect(written()).toEqual(first)
})

it('is what runs: code that is kept for another text of that length runs for that text', () => {
  write('main.js', 'exports.say = (word) => word + "!"')
  run('main.js')
  const code = readFileSync(cacheFile()).subarray(32)
  const other = 'exports.say = (word) => word + "?"'
  writeFileSync(cacheFile(), withDigest(other, code))
  write('main.js', other)
  expect(run('main.js').stdout).toBe('a!\n')
})

it('does not run for a text of the same name and length', () => {
  write('main.js', 'exports.say = (word) => word + "!"')
  run('main.js')
  write('main.js', 'exports.say = (word) => word + "?"')
  expect(run('main.js').stdout).toBe('a?\n')
})

it('grows by what a later run loads, and keeps what that one did not need', () => {
  run('main.js')
  expect(run('later.js').stdout).toBe('A\n')
  const all = written()
  expect(all.map(([name]) => name)).toEqual(['later.js', 'main.js', 'other.js'])
  expect([run('main.js').stdout, run('later.js').stdout]).toEqual(['a a\n', 'A\n'])
  expect(written()).toEqual(all)
})

it('has what a later run was the first to do with a file that was loaded before', () => {
  const functions = Array.from({ length: 50 }, (_, index) => `exports.f${index} = () => ${index}`)
  write('other.js', `exports.twice = (word) => word + " " + word\n${functions.join('\n')}`)
  run('main.js')
  const file = join(codeFolder(), 'other.js')
  const small = statSync(file).size
  const calls = functions.map((_, index) => `other.f${index}()`).join(' + ')
  write('more.js', `const other = require("./other.js"); exports.say = () => ${calls}`)
  expect(run('more.js').stdout).toBe('1225\n')
  expect(statSync(file).size).toBeGreaterThan(small)
})

it('loses what a newer build does not have', () => {
  run('main.js', 'later.js')
  rmSync(join(folder, 'dist/later.js'))
  write('other.js', 'exports.twice = (word) => word + word')
  expect(run('main.js').stdout).toBe('aa\n')
  expect(readdirSync(codeFolder())).toEqual(['main.js', 'other.js'])
})

describe('a broken one is not taken, and written again', () => {
  const breakings: readonly [string, (bytes: Buffer) => Buffer | string][] = [
    ['empty', () => ''],
    ['three bytes', (bytes) => bytes.subarray(0, 3)],
    ['nothing but a digest', (bytes) => bytes.subarray(0, 32)],
    ['cut in its middle', (bytes) => bytes.subarray(0, bytes.length / 2)],
    ['without its last byte', (bytes) => bytes.subarray(0, -1)],
    ['something else', () => 'x'.repeat(10_000)],
    ['whole, but nothing', () => withDigest(readFileSync(join(folder, 'dist/main.js')), '')],
    ['whole, but no code', () => withDigest(readFileSync(join(folder, 'dist/main.js')), 'x'.repeat(10_000))],
    ['whole, but of another file', () => readFileSync(join(codeFolder(), 'other.js'))],
    ...[0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.999].map((part): [string, (bytes: Buffer) => Buffer] => [
      `one bit flipped at ${part}`,
      (bytes) => {
        const at = Math.floor(bytes.length * part)
        bytes[at] = Number(bytes[at]) ^ 4
        return bytes
      },
    ]),
  ]
  it.each(breakings)('%s', (_what, change) => {
    run('main.js')
    const whole = readFileSync(cacheFile())
    writeFileSync(cacheFile(), change(Buffer.from(whole)))
    expect(run('main.js')).toEqual(well)
    expect(readFileSync(cacheFile()).length).toBe(whole.length)
    const repaired = written()
    expect(run('main.js')).toEqual(well)
    expect(written()).toEqual(repaired)
  })
})

it.each([
  ['a file is where its folder would be', () => writeFileSync(join(folder, 'cache'), '')],
  [
    'a folder is where it would be',
    () => {
      run('main.js')
      const file = cacheFile()
      rmSync(file)
      mkdirSync(file)
    },
  ],
])('where %s, the program runs all the same and leaves nothing', (_what, prepare) => {
  prepare()
  expect(run('main.js')).toEqual(well)
  expect(readdirSync(folder).sort()).toEqual(['cache', 'dist', 'run.cjs'])
  if (statSync(join(folder, 'cache')).isDirectory()) {
    expect(readdirSync(codeFolder()).filter((name) => /js-/.test(name))).toEqual([])
  }
})

it('what is thrown while a file is loaded has the place in that file', () => {
  write('bad.js', 'exports.one = 1\n\nthrow new Error("broken")')
  for (const each of [1, 2]) {
    const { status, stderr } = run('bad.js')
    expect([each, status]).toEqual([each, 1])
    expect(stderr).toContain(`${join(folder, 'dist/bad.js')}:3`)
  }
  expect(existsSync(join(folder, 'cache'))).toBe(false)
})

it('files that require each other see what the other has by then, as Node has it', () => {
  write('main.js', 'exports.word = "w"; const b = require("./b.js"); exports.say = () => b.say()')
  write('b.js', 'const a = require("./main.js"); exports.say = () => a.word')
  expect(run('main.js')).toEqual({ ...well, stdout: 'w\n' })
})
