import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Finished, projectRoot, runShell, runShellProcess } from './run-gov.ts'

/**
 * One folder a scenario: `command` is a shell line, the other files are what it finds in its working folder, and
 * `expected` is what it must print and how it must exit. `workspace` in the working folder is a copy of the demo workspace, for
 * those that name it.
 */
const root = join(projectRoot, 'fixtures/scenarios')
const scenarios = readdirSync(root).filter((name) => existsSync(join(root, name, 'command')))

/** What only a process shows. */
const processes = new Map([
  ['deadline-in-process', 'a program that is warm ends within its deadline'],
  ['reader-gone', 'the reader of a pipe goes away'],
])

/** Every thirtieth runs as a process: the two ways cannot drift apart. */
const asProcess = (name: string): boolean => processes.has(name) || scenarios.indexOf(name) % 30 === 0

it.each(scenarios)('%s', async (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'gov-scenario-'))
  try {
    const expected = join(root, name, 'expected')
    cpSync(join(root, name), folder, { recursive: true, filter: (file) => file !== expected })
    if (namesWorkspace(join(root, name)))
      cpSync(join(projectRoot, 'fixtures/workspace'), join(folder, 'workspace'), { recursive: true })
    const command = readFileSync(join(root, name, 'command'), 'utf8').trim()
    const finished = await (asProcess(name) ? runShellProcess : runShell)(command, { cwd: folder })
    await expect(transcript(command, finished)).toMatchFileSnapshot(expected)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

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
