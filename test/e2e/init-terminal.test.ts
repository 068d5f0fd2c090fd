import { spawn, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { cleanEnv } from './run-gov.ts'

/** `script` of util-linux gives a program a terminal of its own. */
const canOpenTerminals = /util-linux/.test(
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '',
)

const api = 'openapi: 3.1.0\ninfo: { title: Orders, version: "1" }\npaths: {}\n'
const questions = [
  'Dashboard [embedded]: ',
  'or Enter for all: ',
  'Ruleset file [governance-rules.yaml]: ',
  '? [error]: ',
]

interface Talk {
  readonly screen: string
  readonly files: readonly string[]
}

/** Types one answer for each question, when the terminal shows it. */
async function type(answers: readonly string[]): Promise<Talk> {
  const cwd = await tempTree({ 'openapi.yaml': api })
  const child = spawn('script', ['-qec', `trap : INT; gov init; echo "exit $?"`, '/dev/null'], {
    cwd,
    env: cleanEnv(),
  })
  let screen = ''
  let typed = 0
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text
    const [question, answer] = [questions[typed], answers[typed]]
    if (question === undefined || answer === undefined || !screen.endsWith(question)) return
    typed += 1
    child.stdin.write(answer)
  })
  await new Promise((resolve) => child.on('close', resolve))
  return { screen: screen.replaceAll('\r', ''), files: readdirSync(cwd).sort() }
}

describe.skipIf(!canOpenTerminals)('gov init at a terminal', () => {
  it('asks, and writes after the last answer', async () => {
    const { screen, files } = await type(['\r', '1\r', '\r', 'warn\r'])
    expect(screen).toContain('Wrote governance-rules.yaml, .governance.yml.\nNext: gov check\nexit 0\n')
    expect(files).toEqual(['.governance.yml', 'governance-rules.yaml', 'openapi.yaml'])
  })

  it.each([0, 1, 2, 3])('Ctrl-C at question %d ends it and leaves nothing behind', async (count) => {
    const { screen, files } = await type([...['\r', '\r', '\r'].slice(0, count), '\x03'])
    expect(screen).toMatch(/error: interrupted\n.*\nexit 130\n$/)
    expect(files).toEqual(['openapi.yaml'])
  })
})
