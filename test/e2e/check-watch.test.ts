import { spawn } from 'node:child_process'
import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { cleanEnv, govCommand, runGov, runShell } from './run-gov.ts'
import { canOpenTerminals, openTerminal } from './terminal.ts'

const clean = 'openapi: 3.1.0\ninfo: { title: Orders, version: "1", description: Orders. }\npaths: {}\n'
const bare = clean.replace(', description: Orders.', '')
const split = `${clean}components: { schemas: { Order: { $ref: "parts/order.yaml" } } }\n`
const rules = [
  'rules:',
  '  described: { severity: error, given: $.info, then: { field: description, function: truthy } }',
  '  typed: { severity: error, given: "$.components.schemas[*]", then: { field: type, function: truthy } }',
  '',
].join('\n')
const config =
  'version: 1\nruleset_files: [rules.yaml]\ndefinitions: [{ file: apis/api.yaml }]\npolicy: { fail_on: never }\n'

interface Watching {
  readonly cwd: string
  /** What is printed from the call on until the pattern has come. */
  until(pattern: RegExp): Promise<string>
  /** All of it so far. */
  printed(): string
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null>
}

async function watching(
  files: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
): Promise<Watching> {
  const cwd = await tempTree({
    '.governance.yml': config,
    'rules.yaml': rules,
    'apis/api.yaml': clean,
    'apis/parts/order.yaml': 'type: object\n',
    ...files,
  })
  const child = spawn(...govCommand(['check', '--watch', ...flags]), {
    cwd,
    env: cleanEnv(),
  })
  let [printed, seen] = ['', 0]
  let look = () => {}
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      look()
    })
  }
  const ended = new Promise<number | NodeJS.Signals | null>((settle) =>
    child.on('close', (code, signal) => settle(code ?? signal)),
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const until = (pattern: RegExp) =>
    new Promise<string>((settle, reject) => {
      const late = setTimeout(
        () => reject(new Error(`${pattern} did not come:\n${printed.slice(seen)}`)),
        5000,
      )
      look = () => {
        const text = printed.slice(seen)
        if (!pattern.test(text)) return
        clearTimeout(late)
        seen = printed.length
        settle(text)
      }
      look()
    })
  await until(/watching \d+ files; stop with Ctrl-C/)
  return {
    cwd,
    until,
    printed: () => printed,
    end: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}

type Step = readonly [what: string, change: (cwd: string) => Promise<unknown>, shown: RegExp]

const api = (cwd: string) => join(cwd, 'apis/api.yaml')
/** Written beside it, and renamed: a file that is emptied first can be seen empty. */
async function replaceFile(path: string, text: string): Promise<void> {
  await writeFile(`${path}.swp`, text)
  await rename(`${path}.swp`, path)
}

const save = (text: string) => (cwd: string) => writeFile(api(cwd), text)
const oneNew = /new:\n.*\n.*\nerror .* described [\s\S]*1 new, 0 fixed, 0 unchanged\nPASS /
const oneFixed = /fixed:\n.*\n.*\nerror .* described [\s\S]*0 new, 1 fixed, 0 unchanged\nPASS /

async function replace(cwd: string, text: string): Promise<void> {
  await writeFile(join(cwd, 'apis/.api.yaml.swp'), text)
  await rename(join(cwd, 'apis/.api.yaml.swp'), api(cwd))
}

async function relink(cwd: string, target: string): Promise<void> {
  await symlink(target, join(cwd, 'apis/.link.swp'))
  await rename(join(cwd, 'apis/.link.swp'), api(cwd))
}

function verdictOf(text: string): string {
  return /^(?:PASS|FAIL) .*$/m.exec(text)?.[0] ?? 'no verdict'
}

describe('gov check --watch', () => {
  it.each<[string, Readonly<Record<string, string>>, readonly Step[]]>([
    [
      'a file that is written over',
      {},
      [
        ['an issue', save(bare), oneNew],
        ['its fix', save(clean), oneFixed],
      ],
    ],
    [
      'a file that another takes the place of',
      {},
      [
        ['an issue', (cwd) => replace(cwd, bare), oneNew],
        ['its fix', (cwd) => replace(cwd, clean), oneFixed],
        ['an issue again', (cwd) => replace(cwd, bare), oneNew],
      ],
    ],
    [
      'a file that is away for a while',
      {},
      [
        ['it is gone', (cwd) => rm(api(cwd)), /error: definition apis\/api.yaml does not exist/],
        ['it is back', save(bare), oneNew],
      ],
    ],
    [
      'a link that leads to one file, then to another',
      { 'v1.yaml': clean, 'v2.yaml': bare },
      [
        ['the link', (cwd) => relink(cwd, '../v2.yaml'), /v2\.yaml\n.*\nerror +2:1 +described [\s\S]*PASS /],
        ['nowhere', (cwd) => relink(cwd, '../v3.yaml'), /symbolic link to ..\/v3.yaml, which does not exist/],
        ['another', (cwd) => relink(cwd, '../v1.yaml'), /1 fixed[\s\S]*PASS /],
        ['a change of that', (cwd) => writeFile(join(cwd, 'v1.yaml'), bare), oneNew],
        ['a file of its own', (cwd) => replace(cwd, clean), /PASS /],
      ],
    ],
    [
      'a file that is broken for a while',
      {},
      [
        ['it is broken', save('openapi: 3.1.0\ninfo: {'), /error: apis\/api.yaml:\d+:\d+: invalid YAML/],
        ['it is whole', save(bare), oneNew],
      ],
    ],
    [
      'a file that is broken from the start',
      { 'apis/api.yaml': 'openapi: [' },
      [['it is whole', save(bare), /error .* described [\s\S]*1 file x 1 ruleset checked/]],
    ],
    [
      'a file that the definition refers to',
      { 'apis/api.yaml': split },
      [
        [
          'an issue in it',
          (cwd) => replaceFile(join(cwd, 'apis/parts/order.yaml'), 'description: untyped\n'),
          /parts\/order.yaml [\s\S]*new:\n.*\n.*\nerror .* typed [\s\S]*1 new, 0 fixed/,
        ],
        ['it is gone', (cwd) => rm(join(cwd, 'apis/parts/order.yaml')), /new:\n[\s\S]*error .* invalid-ref/],
        [
          'it is back',
          (cwd) => replaceFile(join(cwd, 'apis/parts/order.yaml'), 'type: object\n'),
          /fixed:\n[\s\S]*error .* invalid-ref/,
        ],
      ],
    ],
    [
      'the ruleset',
      { 'apis/api.yaml': bare },
      [
        [
          'the rule is weaker',
          (cwd) => replaceFile(join(cwd, 'rules.yaml'), rules.replace('error', 'hint')),
          /new:\n.*\n.*\nhint .* described/,
        ],
        ['it is broken', (cwd) => replaceFile(join(cwd, 'rules.yaml'), 'rules: ['), /error: rules.yaml:/],
        [
          'it is as it was',
          (cwd) => replaceFile(join(cwd, 'rules.yaml'), rules),
          /new:\n.*\n.*\nerror .* described/,
        ],
      ],
    ],
    [
      'the config',
      { 'apis/api.yaml': bare },
      [
        [
          'a stricter policy',
          (cwd) => replaceFile(join(cwd, '.governance.yml'), config.replace('never', 'error')),
          /0 new, 0 fixed, 1 unchanged\nFAIL /,
        ],
        [
          'a key too many',
          (cwd) => replaceFile(join(cwd, '.governance.yml'), `${config}polcy: {}\n`),
          /error: [\s\S]*polcy/,
        ],
        ['no config', (cwd) => rm(join(cwd, '.governance.yml')), /error: no config found/],
        [
          'a config',
          (cwd) => replaceFile(join(cwd, '.governance.yml'), config),
          /0 new, 0 fixed, 1 unchanged\nPASS /,
        ],
      ],
    ],
    [
      'a folder with another name for a while',
      {},
      [
        [
          'it is away',
          (cwd) => rename(join(cwd, 'apis'), join(cwd, 'old')),
          /error: definition apis\/api.yaml does not exist/,
        ],
        [
          'another is in its place',
          async (cwd) => {
            await mkdir(join(cwd, 'apis'))
            await save(bare)(cwd)
          },
          oneNew,
        ],
        ['a save in it', save(clean), oneFixed],
      ],
    ],
  ])('shows what changes with %s', async (_, files, steps) => {
    const { cwd, until } = await watching(files)
    for (const [what, change, shown] of steps) {
      await change(cwd)
      expect(await until(shown), what).toMatch(shown)
    }
  })

  it('checks what a glob matches now, as a new run does', async () => {
    const globbed = config.replace('apis/api.yaml', "'apis/*.yaml'").replace('never', 'error')
    const { cwd, until } = await watching({ '.governance.yml': globbed })
    const added = join(cwd, 'apis/added.yaml')
    const steps: readonly (readonly [change: () => Promise<unknown>, shown: RegExp])[] = [
      [() => replaceFile(added, bare), /1 new, 0 fixed, 0 unchanged\nFAIL /],
      [() => replaceFile(added, clean), /0 new, 1 fixed, 0 unchanged\nPASS /],
      [() => rename(added, join(cwd, 'apis/moved.yml')), /0 new, 0 fixed, 0 unchanged\nPASS /],
      [() => replaceFile(added, 'openapi: ['), /error: apis\/added.yaml:1:\d+: invalid YAML/],
      [() => replaceFile(added, bare), /1 new, 0 fixed, 0 unchanged\nFAIL /],
      [() => rm(api(cwd)), /0 new, 0 fixed, 1 unchanged\nFAIL /],
      [() => rm(added), /error: [\s\S]*apis\/\*\.yaml/],
      [() => save(clean)(cwd), /0 new, 1 fixed, 0 unchanged\nPASS /],
    ]
    for (const [change, shown] of steps) {
      await change()
      const watched = await until(shown)
      const cold = await runGov(['check'], { cwd })
      const last = cold.exitCode === 2 ? (cold.stderr.split('\n')[0] ?? '') : verdictOf(cold.stdout)
      expect(watched).toContain(last)
    }
  })

  it('takes saves that come together as few, and ends with the last of them', async () => {
    const { cwd, until, printed } = await watching()
    for (let index = 0; index < 50; index += 1) await save(index % 2 === 0 ? clean : bare)(cwd)
    await until(oneNew)
    await new Promise((resolve) => setTimeout(resolve, 1200))
    expect(await readFile(api(cwd), 'utf8')).toBe(bare)
    expect(printed().match(/checked in/g)?.length).toBeLessThan(10)
    expect(
      printed()
        .match(/\d new, \d fixed/g)
        ?.at(-1),
    ).toMatch(/^[01] new, 0 fixed$/)
  })

  it.each([
    ['SIGINT', 'SIGINT', 130],
    ['SIGTERM', 'SIGTERM', 143],
  ] as const)('ends with %s, as the shell has it', async (_, signal, code) => {
    const { end, printed } = await watching()
    expect([signal, code]).toContain(await end(signal))
    expect(printed()).not.toMatch(/error: /)
  })

  it.each([
    ['has read enough', 'head -1', bare, ['api.yaml\n', 'exit 1\n']],
    ['has found what it looked for', 'grep -q "no issues"', clean, ['', 'exit 0\n']],
  ])('ends when its reader %s', async (_, reader, definition, [out, code]) => {
    const cwd = await tempTree({
      '.governance.yml': config.replace('never', 'error').replace('apis/', ''),
      'rules.yaml': rules,
      'api.yaml': definition,
    })
    const line = `{ gov check --watch; echo "exit $?" >&2; } | ${reader}`
    const { stdout, stderr } = await runShell(line, { cwd })
    expect(stdout).toBe(out)
    expect(stderr).toBe(`\nwatching 3 files; stop with Ctrl-C\n${code}`)
  })

  it.each<[string, readonly string[], RegExp]>([
    ['a format for programs', ['--format', 'json'], /--format json applies to a single run/],
    ['a file', ['--output', 'x.txt'], /--output applies to a single run/],
    ['a part', ['--shard', '1/2'], /--shard applies to a single run/],
    ['a comparison', ['--compare', 'x.json'], /--compare applies to a single run/],
    ['a definition that is not planned', ['--ruleset-id', 'x'], /error: /],
  ])('refuses %s', async (_, flags, message) => {
    const cwd = await tempTree({ '.governance.yml': config, 'rules.yaml': rules, 'apis/api.yaml': clean })
    const { exitCode, stderr } = await runGov(['check', '--watch', ...flags], { cwd })
    expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(message)
    expect(exitCode).toBe(2)
  })

  it('refuses what is not here', async () => {
    const cwd = await tempTree({ 'api.yaml': clean })
    const asked = ['check', '--watch', '--url', 'http://127.0.0.1:9', '--ruleset-id', 'x']
    const env = { GOV_TOKEN: 'x' }
    const remote = await runGov([...asked, '--definition', 'api.yaml'], { cwd, env })
    expect(remote).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/--watch needs the embedded sandbox/),
    })
    const saved = await runGov([...asked, '--api-id', 'pay'], { cwd, env })
    expect(saved).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/--watch needs a local definition/),
    })
  })
})

describe.runIf(canOpenTerminals)('at a terminal', () => {
  it.each([80, 200])('keeps what was printed, and ends with Ctrl-C, at %s columns', async (columns) => {
    const cwd = await tempTree({ '.governance.yml': config, 'rules.yaml': rules, 'apis/api.yaml': clean })
    const { press, until } = openTerminal({ cwd, columns })
    press('trap : INT; clear; gov check --watch; echo "exit $?"', 'Enter')
    await until(/stop with Ctrl-C/)
    await save(bare)(cwd)
    expect(await until(/1 new, 0 fixed, 0 unchanged\nPASS/)).toMatch(/^no issues {2}apis\/api.yaml$/m)
    press('C-c')
    expect(await until(/^exit 130$/m)).not.toMatch(/error: /)
  })
})
