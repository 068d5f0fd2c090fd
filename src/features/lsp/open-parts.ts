import type { GovError } from '../../core/model/errors.ts'
import { definitionsReaching, type Reaching } from './live/definitions-reaching.ts'
import { findFolder } from './paths.ts'
import type { Session } from './session.ts'

/** Open files that may be parts of definitions. */
export interface OpenParts {
  /** Absolute paths of the definitions that go on in a file; undefined where nothing has changed since the last call. */
  readonly search: (path: string) => Promise<readonly string[] | undefined>
  readonly forget: (path: string) => void
  /** It is not known which definitions go on in a file; undefined once it is. */
  readonly onFault: (listener: (path: string, fault: PartFault | undefined) => void) => void
}

export interface PartFault {
  readonly error: GovError
  /** Absolute: where the config was looked for. */
  readonly cwd: string
  /** When it was last known, some did. */
  readonly wasPart: boolean
}

interface KnownPart extends Reaching {
  readonly cwd: string
  readonly wasPart: boolean
}

export function createOpenParts(session: Session): OpenParts {
  const known = new Map<string, KnownPart>()
  const listeners: ((path: string, fault: PartFault | undefined) => void)[] = []
  const tell = (path: string, fault: PartFault | undefined) => {
    for (const listener of listeners) listener(path, fault)
  }
  return {
    search: async (path) => {
      const cwd = await findFolder(path, session.folders())
      const before = known.get(path)
      if (before?.cwd === cwd && (await before.isCurrent())) return undefined
      const world = session.worldIn(cwd)
      const found = await definitionsReaching(path, session.requestFor([]), world, session.openText)
      if (!session.openText(path)) return undefined
      const { error, definitions } = found
      const wasPart = error ? before?.wasPart === true : definitions.length > 0
      known.set(path, { ...found, cwd, wasPart })
      if (error ?? before?.error) tell(path, error && { error, cwd, wasPart })
      return definitions
    },
    forget: (path) => {
      if (known.get(path)?.error) tell(path, undefined)
      known.delete(path)
    },
    onFault: (listener) => void listeners.push(listener),
  }
}
