import { relative } from 'node:path'
import type { Versions } from '../../document/versions/versions.ts'
import type { CheckRequest } from '../check-request.ts'
import type { Judged } from '../judge.ts'
import { sourcesOver } from '../sources.ts'
import { stampNow } from '../watch/stamps.ts'
import { createWatchedRun } from '../watch/watched-run.ts'
import type { World } from '../world.ts'
import { liveReader } from './live-reader.ts'
import type { OpenTexts } from './open-texts.ts'

/** `gov check FILE`, made again and again, of files as they are in an editor. */
export interface LiveCheck {
  /** The name in messages. */
  readonly file: string
  /** Throws GovError, as a check does. */
  readonly check: () => Promise<Judged>
  /** Absolute paths of what decides the answer, also of files that are not there. */
  readonly paths: () => readonly string[]
  /** Paths of what holds the definition. */
  readonly inputs: () => ReadonlySet<string>
  /** Whether a name of what holds the definition leads there. */
  readonly isInput: (realPath: string) => boolean
  /** Files that have changed since the last check. */
  readonly changed: () => Promise<readonly string[]>
}

/** `path` is absolute. The config and the rulesets count as they are saved. */
export function createLiveCheck(
  path: string,
  requestFor: (files: readonly string[]) => CheckRequest,
  world: World,
  openTexts: OpenTexts,
): LiveCheck {
  const file = relative(world.cwd, path).replaceAll('\\', '/')
  const versions = new Map<string, Versions>()
  const run = createWatchedRun(requestFor([file]), world, {
    open: () => sourcesOver(liveReader(world.cwd, openTexts, versions)),
    stamp: async (each) => openTexts(each)?.stamp ?? stampNow(each),
    accept: () => {},
  })
  const { check, paths, inputs, isInput, changed } = run
  return { file, check, paths, inputs, isInput, changed }
}
