import { relative } from 'node:path'
import type { Versions } from '../../document/versions/versions.ts'
import type { CheckRequest } from '../check-request.ts'
import { sourcesOver } from '../sources.ts'
import { stampNow } from '../watch/stamps.ts'
import { createWatchedRun, type WatchedRun } from '../watch/watched-run.ts'
import type { World } from '../world.ts'
import { liveReader, type OpenTexts } from './live-reader.ts'

/** `gov check FILE`, made again and again, of files as they are in an editor. */
export interface LiveCheck extends WatchedRun {
  /** The name in messages. */
  readonly file: string
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
  return { ...run, file }
}
