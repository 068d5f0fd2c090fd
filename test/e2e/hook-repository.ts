/** Repositories with a hook of gov, a bare remote and one definition that passes. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect } from 'vitest'
import { type Finished, runShell } from './run-gov.ts'

export const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

export interface Repository {
  readonly cwd: string
  /** A shell line in the work tree, in which `gov` is the built program. */
  readonly sh: (line: string, env?: Readonly<Record<string, string>>) => Promise<Finished>
  readonly write: (name: string, text: string) => void
  readonly read: (name: string) => string
}

export const api = 'openapi: 3.1.0\ninfo: { title: Orders, version: "1" }\npaths: {}\n'
export const good = api.replace('title: Orders', 'title: Orders, description: Orders of the shop')
export const rules =
  'rules: { described: { given: $.info, severity: error, then: { field: description, function: truthy } } }\n'
export const withFunction = `functions: [described]
rules: { described: { given: $.info, severity: error, then: { function: described } } }
`
export const config = 'version: 1\ndefinitions: [{ file: openapi.yaml }]\nruleset_files: [rules.yaml]\n'

/** A work tree with a config and a bare remote; nothing is pushed yet. All are copies of one: git takes many processes. */
export async function repository(): Promise<Repository> {
  const folder = mkdtempSync(join(tmpdir(), 'gov-hook-'))
  folders.push(folder)
  template ??= makeRepository()
  cpSync(await template, folder, { recursive: true })
  return repositoryIn(folder)
}

let template: Promise<string> | undefined

async function makeRepository(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'gov-hooks-'))
  const { cwd, sh, write } = repositoryIn(folder)
  mkdirSync(cwd)
  mkdirSync(join(folder, 'template/hooks'), { recursive: true })
  writeFileSync(
    join(folder, 'gitconfig'),
    '[user]\nname = a\nemail = a@example.com\n[init]\ndefaultBranch = main\n[advice]\ndetachedHead = false\n[maintenance]\nauto = false\n[gc]\nauto = 0\n[receive]\nautogc = false\n',
  )
  await sh('git init -q && git init -q --bare ../remote.git && git remote add origin ../remote.git')
  write('openapi.yaml', good)
  write('rules.yaml', rules)
  write('.governance.yml', config)
  write('notes.txt', 'one\n')
  await sh('git add -A && git commit -qm one')
  return folder
}

function repositoryIn(folder: string): Repository {
  const cwd = join(folder, 'work tree')
  const gitEnv = {
    GIT_CONFIG_GLOBAL: join(folder, 'gitconfig'),
    GIT_CONFIG_NOSYSTEM: '1',
    // Without git's examples of hooks.
    GIT_TEMPLATE_DIR: join(folder, 'template'),
    HOME: folder,
  }
  const sh: Repository['sh'] = (line, env = {}) => runShell(line, { cwd, env: { ...gitEnv, ...env } })
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(cwd, name)), { recursive: true })
    writeFileSync(join(cwd, name), text)
  }
  return { cwd, sh, write, read: (name) => readFileSync(join(cwd, name), 'utf8') }
}

export async function withHook(type = 'pre-push'): Promise<Repository> {
  const made = await repository()
  expect((await made.sh(`gov hook install --type ${type}`)).exitCode).toBe(0)
  return made
}

export const stopped = /gov: (?:push|commit|merge) blocked: gov check exited (\d+)/
const verdicts = (text: string) => [...text.matchAll(/^(?:PASS|FAIL) {2}/gm)].length

/** How often the check ran, whether the push went through, and with which exit code it was stopped. */
export function outcome({ exitCode, stdout, stderr }: Finished) {
  return { ran: verdicts(stdout + stderr), pushed: exitCode === 0, code: stopped.exec(stderr)?.[1] }
}

/** A PATH of all programs but `gov`, wherever one is installed. */
export function withoutGov(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gov-path-'))
  folders.push(folder)
  const places = ['/usr/local/bin', '/usr/bin', '/bin'].filter((place) => existsSync(place))
  for (const place of places)
    for (const name of readdirSync(place).filter((each) => each !== 'gov' && !existsSync(join(folder, each))))
      symlinkSync(join(place, name), join(folder, name))
  return folder
}

export const checked = { ran: 1, pushed: false, code: '1' }
export const refused = { ran: 0, pushed: false, code: undefined }
export const passes = { ran: 1, pushed: true, code: undefined }
export const skipped = { ran: 0, pushed: true, code: undefined }
