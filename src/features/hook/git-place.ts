import { realpath } from 'node:fs/promises'
import { basename, delimiter, dirname, join, relative, resolve, sep } from 'node:path'
import { createGit, GitError } from '../../check/git/git.ts'
import { exists } from '../../check/sources/exists.ts'
import type { World } from '../../check/world.ts'
import { usageError } from '../../core/model/errors.ts'
import { installLine } from '../../terminal/install-line.ts'
import type { HookName, HookType } from './hook-text.ts'

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
export async function gitPlace({ cwd, env }: Pick<World, 'cwd' | 'env'>): Promise<GitPlace> {
  const root = await createGit(cwd, env).text('rev-parse', '--show-toplevel').catch(outsideError)
  const { text } = createGit(root, env)
  const hooks = resolve(root, await text('rev-parse', '--git-path', 'hooks').catch(outsideError))
  const scope = await text('config', '--show-scope', '--get', 'core.hooksPath').catch(() => '')
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

export function hookFile({ hooks }: GitPlace, name: HookName): string {
  return join(hooks, name)
}

/** Looks for gov as the hook does. What npm adds to the PATH of what it runs is not there at a push. */
export async function warnWithoutProgram(
  { root, folder }: GitPlace,
  type: HookType,
  { env, observe }: Pick<World, 'env' | 'observe'>,
): Promise<void> {
  if (env.PATH === undefined) return
  const bin = join('node_modules', '.bin')
  const folders = env.PATH.split(delimiter).filter((each) => !env.npm_command || !each.endsWith(bin))
  for (const each of [join(root, folder, bin), join(root, bin), ...folders])
    if (await exists(each, 'gov')) return
  const verb = type.slice('pre-'.length)
  observe.warning(
    `gov is neither in node_modules/.bin nor on the PATH, so the hook blocks each ${verb} until it is: ${installLine}`,
  )
}

function outsideError(error: unknown): never {
  if (!(error instanceof GitError)) throw error
  const hint = 'Run gov hook in a repository with a work tree.'
  throw usageError('git-no-repository', `not in a git work tree: ${error.message}`, hint, error)
}
