import { chmod, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeOutput } from '../../check/reports/write-output.ts'
import { exists } from '../../check/sources/exists.ts'
import { createSources } from '../../check/sources/sources.ts'
import { usageError } from '../../core/model/errors.ts'
import { findErrorCode } from '../../core/model/file-fault.ts'
import { type GitPlace, hookFile } from './git-place.ts'
import {
  beforeName,
  type HookName,
  type HookType,
  hasBlock,
  hookBlock,
  hookNames,
  isBare,
  isChained,
  isShell,
  renderChain,
  withBlock,
  withoutBlock,
} from './hook-text.ts'

export const hookWords = {
  absent: 'no hook',
  installed: 'runs gov check',
  outdated: 'runs gov check, but was written by another version or for another folder',
  inactive: 'has gov check, but is not executable, so git does not run it',
  other: 'a hook without gov check',
} as const

type HookState = keyof typeof hookWords

/**
 * `outdated`: of another version or folder, or not in all hooks of its type; `inactive`: git does not run it; `other`: a hook
 * without our part.
 */
export async function hookState(place: GitPlace, type: HookType): Promise<HookState> {
  const states = await Promise.all(hookNames[type].map((name) => readState(place, name)))
  if (states.includes('inactive')) return 'inactive'
  if (states.includes('outdated')) return 'outdated'
  if (states.includes('installed'))
    return states.every((each) => each === 'installed') ? 'installed' : 'outdated'
  return states[0] ?? 'absent'
}

async function readState(place: GitPlace, name: HookName): Promise<HookState> {
  const text = await readHook(place, name)
  if (text === undefined) return 'absent'
  if (!hasBlock(text)) return 'other'
  if (!(await isRun(place, name))) return 'inactive'
  return text.includes(hookBlock(name, place.folder)) ? 'installed' : 'outdated'
}

/**
 * Adds our block before the own text of each hook of the type. Without `force`, throws GovError, usage, for a hook that is no
 * shell script, one that git does not run, or a folder shared by all repositories. With it, a hook that is no
 * shell script is moved and started by the new one.
 */
export async function installHook(place: GitPlace, type: HookType, force: boolean): Promise<void> {
  if (!force) await refuseHook(place, type)
  for (const name of hookNames[type]) await addBlock(place, name)
}

async function addBlock(place: GitPlace, name: HookName): Promise<void> {
  const file = hookFile(place, name)
  const text = await readHook(place, name)
  const added = hookBlock(name, place.folder)
  await mkdir(dirname(file), { recursive: true })
  if (text === undefined || isShell(text))
    await writeOutput(createSources(place.root), file, withBlock(text ?? '', added))
  else {
    const before = join(dirname(file), beforeName(name))
    if (await exists(before))
      throw usageError('hook-before-there', `${before} already exists`, 'Move it away.')
    await rename(file, before)
    await writeOutput(createSources(place.root), file, withBlock(renderChain(name), added))
  }
  if (!place.isHusky || text === undefined) await chmod(file, 0o755)
}

/** Throws GovError, usage, where only `force` would do. */
export async function refuseHook(place: GitPlace, type: HookType): Promise<void> {
  if (place.isShared) {
    const hint =
      'Use hooks of this repository: git config core.hooksPath .githooks. --force writes to the shared folder.'
    const message = `the hooks in ${place.hooks} are shared by all repositories (core.hooksPath)`
    throw usageError('hooks-shared', message, hint)
  }
  for (const name of hookNames[type]) await refuseText(place, name)
}

async function refuseText(place: GitPlace, name: HookName): Promise<void> {
  const file = hookFile(place, name)
  const text = await readHook(place, name)
  if (text === undefined) return
  if (!isShell(text)) {
    const hint = `Pass --force to keep it as ${beforeName(name)}; the new hook runs it after the check.`
    throw usageError('hook-no-shell', `the hook ${file} is not a shell script, so gov cannot add to it`, hint)
  }
  if (await isRun(place, name)) return
  const hint = 'Make it executable, or delete it. --force makes it executable with its current content.'
  throw usageError('hook-inactive', `git does not run the hook ${file}: it is not executable`, hint)
}

/** Removes our block from each hook of the type and restores a moved hook. Returns false if there is no block. */
export async function uninstallHook(place: GitPlace, type: HookType): Promise<boolean> {
  const removed: boolean[] = []
  for (const name of hookNames[type]) removed.push(await removeBlock(place, name))
  return removed.includes(true)
}

async function removeBlock(place: GitPlace, name: HookName): Promise<boolean> {
  const file = hookFile(place, name)
  const text = await readHook(place, name)
  if (text === undefined || !hasBlock(text)) return false
  const rest = withoutBlock(text)
  if (isChained(rest)) await rename(join(dirname(file), beforeName(name)), file)
  else if (isBare(rest)) await rm(file)
  else await writeOutput(createSources(place.root), file, rest)
  return true
}

async function readHook(place: GitPlace, name: HookName): Promise<string | undefined> {
  const file = hookFile(place, name)
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (findErrorCode(error) === 'ENOENT') return undefined
    const hint = 'Allow the user running gov to read it.'
    throw usageError('hook-unreadable', `the hook ${file} cannot be read`, hint)
  }
}

async function isRun(place: GitPlace, name: HookName): Promise<boolean> {
  return place.isHusky || ((await stat(hookFile(place, name))).mode & 0o111) !== 0
}
