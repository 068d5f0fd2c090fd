/** A body as undici takes it, and whether all of it has been handed to the system. */
export interface RequestBody {
  readonly body: Uint8Array | Iterable<Uint8Array> | null
  readonly length: number
  readonly isSent: () => boolean
}

const partBytes = 64 * 1024

/** What does not fit one write goes in parts, the next one when the last was taken: only so its end is known. */
export function requestBody(given: string | Uint8Array = ''): RequestBody {
  const bytes = typeof given === 'string' ? new TextEncoder().encode(given) : given
  const { length } = bytes
  if (length <= partBytes) return { body: length === 0 ? null : bytes, length, isSent: () => true }
  let sent = false
  const parts = function* () {
    for (let at = 0; at < length; at += partBytes) yield bytes.subarray(at, at + partBytes)
    sent = true
  }
  return { body: parts(), length, isSent: () => sent }
}
