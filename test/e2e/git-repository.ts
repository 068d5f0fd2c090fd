import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { tempTree } from '../temp-tree.ts'
import { runShell } from './run-gov.ts'

export interface GitRepository {
  readonly cwd: string
  readonly sh: (line: string, env?: Readonly<Record<string, string>>) => ReturnType<typeof runShell>
  readonly write: (name: string, text: string) => void
}

/** After each commit, git would look for something to clean up. */
const quick = [
  ['maintenance.auto', 'false'],
  ['gc.auto', '0'],
]

/** What a repository begins with. */
export interface Beginning {
  readonly init?: string
  /** Its first commit. */
  readonly files?: Readonly<Record<string, string>>
  /** Shell lines behind that. */
  readonly next?: string
}

const made = new Map<string, Promise<string>>()

/**
 * A repository of the files, committed; without any, an empty one. Nothing of the user's or the machine's git counts, nor do
 * git's examples of hooks. One that begins like another is a copy of its folder: git takes ten processes to make it.
 */
export async function gitRepository(beginning: Beginning = {}): Promise<GitRepository> {
  const key = JSON.stringify(beginning)
  const template = made.get(key) ?? make(beginning)
  made.set(key, template)
  const home = await tempTree()
  cpSync(await template, home, { recursive: true })
  return within(home)
}

async function make({ init = 'git init -q -b main', files = {}, next }: Beginning): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'gov-git-'))
  mkdirSync(join(home, 'work tree'))
  const { sh, write } = within(home)
  for (const [name, text] of Object.entries(files)) write(name, text)
  const commit = Object.keys(files).length === 0 ? [] : ['git add -A', 'git commit -qm one']
  const line = [init, ...commit, ...(next === undefined ? [] : [next])].join(' && ')
  const { exitCode, stderr } = await sh(line)
  if (exitCode !== 0) throw new Error(`${line}: ${stderr}`)
  return home
}

function within(home: string): GitRepository {
  const cwd = join(home, 'work tree')
  const gitEnv = {
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TEMPLATE_DIR: '',
    GIT_CONFIG_COUNT: String(quick.length),
    ...Object.fromEntries(
      quick.flatMap(([key, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, key],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
    HOME: home,
    ...Object.fromEntries(
      ['AUTHOR', 'COMMITTER'].flatMap((who) => [
        [`GIT_${who}_NAME`, 'a'],
        [`GIT_${who}_EMAIL`, 'a@example.com'],
      ]),
    ),
  }
  const sh: GitRepository['sh'] = (line, env = {}) => runShell(line, { cwd, env: { ...gitEnv, ...env } })
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(cwd, name)), { recursive: true })
    writeFileSync(join(cwd, name), text)
  }
  return { cwd, sh, write }
}
