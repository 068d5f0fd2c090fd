import { exists } from '../../run/exists.ts'
import { configStamp, isAsRead } from '../../run/live/as-read.ts'
import type { Sources } from '../../run/sources.ts'
import { folderOf } from './folder-of.ts'
import type { Session } from './session.ts'

/** What the last look at each open ruleset and config was made from. */
export interface AuthoredMemory {
  /** To be called before a look: what makes its answer the one of `sources`, which it is going to read. */
  readonly begin: (path: string, sources: Sources) => Promise<void>
  readonly forget: (path: string) => void
  readonly has: (path: string) => boolean
  /** Whether another look would say the same. */
  readonly isCurrent: (path: string) => Promise<boolean>
}

export function createAuthoredMemory(session: Session): AuthoredMemory {
  const known = new Map<string, { readonly sources: Sources; readonly surroundings: string }>()
  return {
    begin: async (path, sources) => {
      known.set(path, { sources, surroundings: await surroundingsOf(path, session) })
    },
    forget: (path) => void known.delete(path),
    has: (path) => known.has(path),
    isCurrent: async (path) => {
      const before = known.get(path)
      if (before?.surroundings !== (await surroundingsOf(path, session))) return false
      return isAsRead(before.sources, session.openText)
    },
  }
}

/** What decides besides the files that are read. An open file may have gone from the disk: nothing else would say so. */
async function surroundingsOf(path: string, session: Session): Promise<string> {
  const cwd = await folderOf(path, session.folders())
  const open = [...session.openDocuments()].map((each) => each.path)
  const onDisk = await Promise.all(open.map((each) => exists(cwd, each)))
  const config = await configStamp(session.requestFor([]), cwd)
  const day = session.context.now().toISOString().slice(0, 10)
  return JSON.stringify([cwd, config, day, open, onDisk])
}
