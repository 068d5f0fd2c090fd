import { rememberPerObject } from '../../core/model/once.ts'

/** What an organisation may save of one kind: records, and bytes of all together. Infinity is no limit. */
export interface Quota {
  readonly records: number
  readonly bytes: number
}

export const unlimitedQuota: Quota = { records: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY }

/** Records do not change: another one takes the place of one. */
export const measureRecord = rememberPerObject((record: object) => Buffer.byteLength(JSON.stringify(record)))

interface Owned {
  readonly org_id: string
  readonly deleted_at?: string | null | undefined
}

export function isLive({ deleted_at }: Owned): boolean {
  return (deleted_at ?? null) === null
}

/**
 * Why the organisation of `added` may not save it, in words, or undefined. `known` are the records of all organisations, and
 * `replaced` the one that it takes the place of: what gets no larger is always saved.
 */
export function findQuotaFault(
  known: readonly Owned[],
  added: Owned,
  replaced: Owned | undefined,
  quota: Quota,
): string | undefined {
  const size = measureRecord(added)
  if (replaced && size <= measureRecord(replaced)) return undefined
  const others = known.filter((each) => each !== replaced && each.org_id === added.org_id && isLive(each))
  if (others.length + 1 > quota.records) return `the limit of an organisation is ${quota.records}`
  const bytes = others.reduce((sum, each) => sum + measureRecord(each), size)
  return bytes > quota.bytes ? `the limit of an organisation is ${quota.bytes} bytes in all` : undefined
}
