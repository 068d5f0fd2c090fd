import { mkdirSync, writeFileSync } from 'node:fs'
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

/** An empty repository: nothing of the user's or the machine's git counts, nor do git's examples of hooks. */
export async function gitRepository(init = 'git init -q -b main'): Promise<GitRepository> {
  const home = await tempTree({ 'work tree/': '' })
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
  await sh(init)
  return { cwd, sh, write }
}
