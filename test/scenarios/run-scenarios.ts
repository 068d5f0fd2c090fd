import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Finished, projectRoot, runShell, runShellProcess } from '../e2e/run-gov.ts'
import { stepsOf } from '../e2e/shell-line.ts'

const root = join(projectRoot, 'fixtures/scenarios')

/** What only a process shows. */
const processes = new Map([['deadline-in-process', 'a program that is warm ends within its deadline']])

/**
 * One folder a scenario: `command` is a shell line, the other files are what it finds in its working folder, and
 * `expected` is what it must print and how it must exit. `workspace` in the working folder is a copy of the demo workspace, for
 * those that name it. A group has a test file of its own, so that groups run beside each other. Scenarios that take a process
 * for each command are slow.
 */
export function runScenarios(group: string, speed: 'quick' | 'slow'): void {
  for (const scenario of readScenarios(group))
    if (scenario.takesProcess === (speed === 'slow')) it(scenario.name, () => runScenario(scenario))
}

interface Scenario {
  readonly name: string
  readonly folder: string
  readonly command: string
  readonly takesProcess: boolean
}

function readScenarios(group: string): readonly Scenario[] {
  const names = readdirSync(join(root, group)).filter((name) =>
    existsSync(join(root, group, name, 'command')),
  )
  return names.map((name, index) => {
    const folder = join(root, group, name)
    const command = readFileSync(join(folder, 'command'), 'utf8').trim()
    // Every thirtieth runs as a process: the two ways cannot drift apart.
    const takesProcess = processes.has(name) || index % 30 === 0 || stepsOf(command) === undefined
    return { name, folder, command, takesProcess }
  })
}

async function runScenario({ folder, command, takesProcess }: Scenario): Promise<void> {
  const cwd = mkdtempSync(join(tmpdir(), 'gov-scenario-'))
  try {
    const expected = join(folder, 'expected')
    cpSync(folder, cwd, { recursive: true, filter: (file) => file !== expected })
    if (namesWorkspace(folder))
      cpSync(join(projectRoot, 'fixtures/workspace'), join(cwd, 'workspace'), { recursive: true })
    const finished = await (takesProcess ? runShellProcess : runShell)(command, { cwd })
    await expect(transcript(command, finished)).toMatchFileSnapshot(expected)
  } finally {
    rmSync(cwd, { recursive: true })
  }
}

function namesWorkspace(folder: string): boolean {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.some(({ parentPath, name }) =>
    readFileSync(join(parentPath, name), 'utf8').includes('workspace'),
  )
}

function transcript(command: string, { exitCode, stdout, stderr }: Finished): string {
  return `$ ${command}\nexit ${exitCode}\n--- stdout\n${scrub(stdout)}--- stderr\n${scrub(stderr)}`
}

/** What differs from run to run or from day to day, and nothing else: durations and times. */
function scrub(text: string): string {
  return text
    .replaceAll(/\b\d+(\.\d+)? (ms|s)\b/g, 'N ms')
    .replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/\b\d{6} d left\b/g, 'N d left')
    .replaceAll(/"(took|elapsed)_ms": [\d.]+/g, '"$1_ms": N')
    .replaceAll(/"checksum": "[0-9a-f]+"/g, '"checksum": "SUM"')
}
