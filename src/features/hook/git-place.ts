import { execFile } from 'node:child_process'
import { realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { promisify } from 'node:util'
import { exists } from '../../check/exists.ts'
import { usageError } from '../../core/model/errors.ts'
import { findErrorCode } from '../../core/model/file-fault.ts'
import { isRecord } from '../../core/model/record.ts'
import type { HookType } from './hook-text.ts'

export interface GitPlace {
  /** The work tree's; absolute. */
  readonly root: string
  /** The working directory from there, with slashes; empty at the root. */
  readonly folder: string
  readonly hooks: string
  /** husky runs the files beside its own folder, by sh, whether they may be executed or not. */
  readonly isHusky: boolean
  /** The folder serves more than this repository: `core.hooksPath` is set for the user or the machine. */
  readonly isShared: boolean
}

/** Asks git, which knows core.hooksPath and linked work trees. Throws GovError, usage, outside of a work tree. */
export async function gitPlace(cwd: string): Promise<GitPlace> {
  const root = await git(cwd, ['rev-parse', '--show-toplevel'])
  const hooks = resolve(root, await git(root, ['rev-parse', '--git-path', 'hooks']))
  const scope = await git(root, ['config', '--show-scope', '--get', 'core.hooksPath']).catch(() => '')
  const isHusky = basename(hooks) === '_' && (await exists(hooks, 'h'))
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

async function git(cwd: string, argv: readonly string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('git', argv, { cwd, timeout: 10_000 })
    return stdout.replace(/\n$/, '')
  } catch (error) {
    if (findErrorCode(error) === 'ENOENT')
      throw usageError('git-missing', 'git not found', 'Install git.', error)
    const output = isRecord(error) ? String(error.stderr ?? '') : ''
    const reason =
      output
        .trim()
        .split('\n')[0]
        ?.replace(/^fatal: /, '') || 'it could not be run'
    const hint = 'Run gov hook in a repository with a work tree.'
    throw usageError('git-no-repository', `not in a git work tree: ${reason}`, hint, error)
  }
}
