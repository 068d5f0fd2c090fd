import { listIgnores } from '../gate/inline/inline-ignores.ts'
import type { IgnoresGap } from '../model/gap.ts'
import { toPointer } from '../model/identity.ts'
import { createLimiter } from './limiter.ts'
import { type Lookup, readSavedDefinition } from './place-saved.ts'

/** Saved APIs of which the dashboard may have dropped issues, because their definitions ask for it or cannot be read. */
export async function ignoringApis(
  ids: readonly string[],
  client: Lookup,
  concurrency: number,
): Promise<readonly IgnoresGap[]> {
  const gaps = await createLimiter(concurrency)([...new Set(ids)], (id) => gapOf(id, client))
  return gaps.flat()
}

async function gapOf(api_id: string, client: Lookup): Promise<IgnoresGap[]> {
  const about = { kind: 'inline-ignores', target: { api_id } } as const
  const read = await readSavedDefinition(api_id, client)
  if ('fault' in read) return [{ ...about, rules: [], place: '', unread: read.fault }]
  const all = listIgnores(read.definition)
  const [first] = all.keys()
  const rules = [...new Set([...all.values()].flat())].sort()
  return first === undefined ? [] : [{ ...about, rules, place: toPointer(first) }]
}
