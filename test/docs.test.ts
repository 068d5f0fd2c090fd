import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRoot, runShell } from './e2e/run-gov.ts'
import { type Served, serveSandbox } from './e2e/served.ts'

interface Transcript {
  readonly command: string
  readonly output: string
}

const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8')
const blocks = [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, text]) => ({
  language: language ?? '',
  text: text ?? '',
}))
const transcripts: Transcript[] = blocks
  .filter(({ language }) => language === 'console')
  .map(({ text }) => {
    const [command = '', ...output] = text.trimEnd().split('\n')
    return { command: command.replace(/^\$ /, ''), output: output.join('\n') }
  })

const shellLines = blocks
  .filter(({ language }) => language === 'sh')
  .flatMap(({ text }) => text.trim().split('\n'))

/** Durations differ from run to run; `...` stands for any lines. */
function patternOf(output: string): RegExp {
  const lines = output
    .split('\n')
    .map((line) => (line === '...' ? '(?:[^\\n]*\\n)*?' : `${escaped(scrub(line))}\\n`))
  return new RegExp(`^${lines.join('')}$`)
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}

function scrub(text: string): string {
  return text.replaceAll(/\b[\d.]+ (ms|s)\b/g, 'N ms')
}

describe('the README', () => {
  it('begins with the two commands of a fresh clone, and no third that sets anything up', () => {
    expect(shellLines.slice(0, 2)).toEqual([
      'npm ci && npx gov check --config .governance.example.yml',
      'npm ci && npm test',
    ])
    expect(shellLines.slice(2).filter((line) => line.includes('npm '))).toEqual([])
  })

  it.each(transcripts)('$command', async ({ command, output }) => {
    const { stdout } = await runShell(command.replaceAll('npx gov', 'gov'))
    expect(scrub(stdout)).toMatch(patternOf(output))
  })

  it('sets up a repository as it says', async () => {
    const line = shellLines.find((each) => each.startsWith('gov init')) ?? 'the line is missing'
    const api = join(projectRoot, 'fixtures/workspace/apis/payments/openapi.yaml')
    const { exitCode, stdout, stderr } = await runShell(`cd "$(mktemp -d)" && cp ${api} . && ${line}`)
    expect(stderr).toBe('Wrote governance-rules.yaml, .governance.yml.\nNext: gov check\n')
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('PASS  1 API x 1 ruleset checked')])
  })

  describe('against a served sandbox', () => {
    let served: Served
    beforeAll(async () => {
      served = await serveSandbox()
    })
    afterAll(async () => {
      await served.stop()
    })

    it('the check that it names works', async () => {
      const line =
        shellLines.find((each) => each.includes('--url http://127.0.0.1:8090')) ?? 'the line is missing'
      const command = line.replaceAll('npx gov', 'gov').replace('http://127.0.0.1:8090', served.url)
      const { exitCode, stdout } = await runShell(command)
      expect(stdout).toContain('PASS  1 API x 1 ruleset checked')
      expect(exitCode).toBe(0)
    })
  })

  it('shows a config that the program accepts', async () => {
    const yaml = blocks.find(({ language }) => language === 'yaml')?.text ?? ''
    const script =
      'd=$(mktemp -d) && cat > "$d/c.yml" && cd "$d" && touch openapi.yaml && gov check --config c.yml'
    const { stderr } = await runShell(`printf '%s' "$CONFIG" | { ${script}; }`, { env: { CONFIG: yaml } })
    expect(stderr).toContain('openapi.yaml is empty')
  })
})
