import { resolve } from 'node:path'
import { messageOf } from '../../model/system-error.ts'
import { discoverConfig } from '../../settings/load/discover.ts'
import type { CheckRequest } from '../check-request.ts'
import type { Sources } from '../sources.ts'
import { changedMatches, changedSince, stampNow } from '../watch/stamps.ts'
import type { OpenTexts } from './live-reader.ts'

/** Whether another reading, but for the file `besides`, would find the same. */
export async function isAsRead(
  { stamps, searches, cwd }: Sources,
  openTexts: OpenTexts,
  besides?: string,
): Promise<boolean> {
  const others = new Map([...stamps].filter(([each]) => each !== besides))
  const changed = await changedSince(others, async (each) => openTexts(each)?.stamp ?? stampNow(each))
  return changed.length === 0 && (await changedMatches(searches, cwd)).length === 0
}

/** Differs once another config is found, or the one that was found has changed. */
export async function configStamp({ config }: CheckRequest, cwd: string): Promise<string> {
  const file =
    typeof config === 'object' ? resolve(cwd, config.file) : await discoverConfig(cwd).catch(messageOf)
  return `${file} ${file === undefined ? '' : await stampNow(file)}`
}
