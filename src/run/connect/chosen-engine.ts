import { resolve } from 'node:path'
import { type EngineName, usualEngine } from '../../model/engine-name.ts'
import type { Settings } from '../../settings/merge.ts'
import type { Origin, Setting } from '../../settings/setting.ts'

/** What the embedded sandbox evaluates by. */
export interface ChosenEngine {
  readonly name: EngineName
  /** Who chose another one than would be used without them; undefined where nobody did. */
  readonly origin: Origin | undefined
}

/** The engine that a flag, a variable or the config names; undefined where none does. */
export function namedEngine({ engine }: Pick<Settings, 'engine'>): EngineName | undefined {
  return engine.origin.source === 'default' ? undefined : engine.value
}

/** What is named goes before what the workspace says. A workspace whose content is `pinned` chooses nothing. */
export async function chosenEngine(
  settings: Pick<Settings, 'engine'>,
  workspace: Setting<string> | undefined,
  { pinned, cwd }: { readonly pinned: boolean; readonly cwd: string },
): Promise<ChosenEngine> {
  const own = (workspace && (await engineOf(resolve(cwd, workspace.value)))) ?? usualEngine
  const named = namedEngine(settings)
  const { origin } = settings.engine
  if (named !== undefined && (named !== own || origin.source !== 'file')) return { name: named, origin }
  const isChosen = own !== usualEngine && !pinned
  return {
    name: own,
    origin: isChosen ? { source: 'file', place: `${workspace?.value}/workspace.yml` } : undefined,
  }
}

/** Undefined also where it cannot be read: opening the workspace says why. */
async function engineOf(folder: string): Promise<EngineName | undefined> {
  const { readWorkspaceSettings } = await import('../../service/store/workspace.ts')
  return (await readWorkspaceSettings(folder).catch(() => undefined))?.engine
}
