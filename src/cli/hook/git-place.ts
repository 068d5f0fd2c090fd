import { execFile } from 'node:child_process'
import { access, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { usageError } from '../../model/errors.ts'
import type { HookType } from './hook-text.ts'

/** Where a repository has its hooks. */
export interface GitPlace {
  /** Of the work tree; absolute. */
  readonly root: string
  /** The working directory from there, with slashes; empty at the root. */
  readonly folder: string
  readonly hooks: string
  /** husky runs the files beside its own folder, by sh, whether they may be executed or not. */
  readonly isHusky: boolean
  /** The folder serves more than this repository: `core.hooksPath` is set for the user or the machine. */
  readonly isShared: boolean
}

/** As git says, with core.hooksPath and linked work trees. Throws GovError, usage, outside of a work tree. */
export async function gitPlace(cwd: string): Promise<GitPlace> {
  const root = await git(cwd, ['rev-parse', '--show-toplevel'])
  const hooks = resolve(root, await git(root, ['rev-parse', '--git-path', 'hooks']))
  const scope = await git(root, ['config', '--show-scope', '--get', 'core.hooksPath']).catch(() => '')
  const isHusky = basename(hooks) === '_' && (await isThere(join(hooks, 'h')))
  const folder = relative(root, await realpath(cwd))
    .split(sep)
    .join('/')
  return {
    root,
    folder,
    hooks: isHusky ? dirname(hooks) : hooks,
    isHusky,
    isShared: /^(?:global|system)\b/.test(scope),
  }
}

export function hookFile({ hooks }: GitPlace, type: HookType): string {
  return join(hooks, type)
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

async function git(cwd: string, argv: readonly string[]): Promise<string> {
  return new Promise((settle, reject) => {
    execFile('git', argv, { cwd, timeout: 10_000 }, (error, stdout, stderr) => {
      if (error === null) return settle(stdout.replace(/\n$/, ''))
      if (error.code === 'ENOENT') {
        return reject(usageError('git-missing', 'git not found', 'Install git.', error))
      }
      const said = stderr.trim().split('\n')[0] ?? ''
      reject(
        usageError(
          'git-no-repository',
          `not in a git work tree: ${said.replace(/^fatal: /, '') || 'it could not be run'}`,
          'Run gov hook in a repository with a work tree.',
          error,
        ),
      )
    })
  })
}
