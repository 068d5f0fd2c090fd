/** Bytes of bodies that may be held at once. */
export interface BodyBudget {
  /** Takes the bytes of one body; gives what returns them, or undefined when there are not enough. */
  take(bytes: number): (() => void) | undefined
}

export function createBodyBudget(total: number): BodyBudget {
  let held = 0
  return {
    take: (bytes) => {
      if (held > 0 && held + bytes > total) return undefined
      held += bytes
      let isReturned = false
      return () => {
        if (!isReturned) held -= bytes
        isReturned = true
      }
    },
  }
}

/** The bytes that a body may come to: what is declared of it, or the limit. One beyond the limit is not read. */
export function bytesToCome(headers: Readonly<Record<string, unknown>>, limit: number): number {
  const { 'content-length': declared, 'transfer-encoding': coding } = headers
  if (coding !== undefined) return Math.min(limit, unknownLength)
  const length = Number(declared ?? 0)
  return length > limit ? 0 : length
}

/** What is reckoned for a body of unknown length when there is no limit. */
const unknownLength = 5 * 1024 * 1024
