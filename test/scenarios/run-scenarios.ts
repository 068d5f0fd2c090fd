import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Finished, projectRoot, runShell, runShellProcess } from '../e2e/run-gov.ts'

const root = join(projectRoot, 'fixtures/scenarios')

/** What only a process shows. */
const processes = new Map([['deadline-in-process', 'a program that is warm ends within its deadline']])

/**
 * One folder a scenario: `command` is a shell line, the other files are what it finds in its working folder, and
 * `expected` is what it must print and how it must exit. `workspace` in the working folder is a copy of the demo workspace, for
 * those that name it. A group has a test file of its own, so that groups run beside each other.
 */
export function runScenarios(group: string): void {
  const folder = join(root, group)
  const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'command')))
  // Every thirtieth runs as a process: the two ways cannot drift apart.
  const asProcess = (name: string): boolean => processes.has(name) || names.indexOf(name) % 30 === 0
  it.each(names)('%s', (name) => runScenario(join(folder, name), asProcess(name)))
}

async function runScenario(scenario: string, asProcess: boolean): Promise<void> {
  const cwd = mkdtempSync(join(tmpdir(), 'gov-scenario-'))
  try {
    const expected = join(scenario, 'expected')
    cpSync(scenario, cwd, { recursive: true, filter: (file) => file !== expected })
    if (namesWorkspace(scenario))
      cpSync(join(projectRoot, 'fixtures/workspace'), join(cwd, 'workspace'), { recursive: true })
    const command = readFileSync(join(scenario, 'command'), 'utf8').trim()
    const finished = await (asProcess ? runShellProcess : runShell)(command, { cwd })
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

/** What differs from run to run, and nothing else: durations and times. */
function scrub(text: string): string {
  return text
    .replaceAll(/\b\d+(\.\d+)? (ms|s)\b/g, 'N ms')
    .replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/"(took|elapsed)_ms": [\d.]+/g, '"$1_ms": N')
    .replaceAll(/"checksum": "[0-9a-f]+"/g, '"checksum": "SUM"')
}
