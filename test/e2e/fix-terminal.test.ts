import { spawn, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { cleanEnv } from './run-gov.ts'

/** `script` of util-linux gives a program a terminal of its own. */
const canOpenTerminals = /util-linux/.test(
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '',
)

const definition = `openapi: 3.0.3
info: {title: Shop, version: '1'}
tags: [{name: b}, {name: a}]
paths: {}
components:
  schemas:
    One: {type: string, enum: [x, x]}
    Two: {type: string, enum: [y, y]}
`
const rules =
  'extends: [[spectral:oas, off]]\nrules: {openapi-tags-alphabetical: warn, duplicated-entry-in-enum: warn}\n'

/** Types an answer at each question. */
async function type(answers: readonly string[]): Promise<{ screen: string; text: string }> {
  const cwd = await tempTree({ 'openapi.yaml': definition, 'rules.yaml': rules })
  const line =
    'trap : INT; gov fix openapi.yaml --unsafe --ruleset-file rules.yaml --interactive; echo "exit $?"'
  const child = spawn('script', ['-qec', line, '/dev/null'], { cwd, env: cleanEnv() })
  let screen = ''
  let seen = 0
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text
    const asked = screen.split('[q]uit: ').length - 1
    if (asked > seen && seen < answers.length) child.stdin.write(answers[seen++] ?? '')
  })
  await new Promise((resolve) => child.on('close', resolve))
  return { screen: screen.replaceAll('\r', ''), text: await readFile(join(cwd, 'openapi.yaml'), 'utf8') }
}

const sorted = definition.replace('{name: b}, {name: a}', '{name: a}, {name: b}')

describe.skipIf(!canOpenTerminals)('gov fix --interactive at a terminal', () => {
  it.each([
    ['all', ['a\r'], sorted.replace('x, x', 'x').replace('y, y', 'y'), 'fixed 3 issues'],
    ['the first', ['y\r', 'n\r', 'n\r'], sorted, 'in 1 file, 2 fixes not made; 2 issues left'],
    ['the first, and quits', ['what\r', 'y\r', 'q\r'], sorted, '2 of 3. Make this fix?'],
    ['none of a rule', ['y\r', 'r\r'], sorted, 'in 1 file, 2 fixes not made; 2 issues left'],
    ['none', ['q\r'], definition, 'nothing fixed, 3 fixes not made; 3 issues left'],
  ])('makes %s', async (_what, answers, text, summary) => {
    const talk = await type(answers)
    expect(talk.text).toBe(text)
    expect(talk.screen).toContain(summary)
    expect(talk.screen).toMatch(/exit 0\n$/)
  })

  it('writes nothing after Ctrl-C', async () => {
    const { screen, text } = await type(['y\r', '\x03'])
    expect(text).toBe(definition)
    expect(screen).toMatch(/error: interrupted\n.*\nexit 130\n$/)
  })
})
