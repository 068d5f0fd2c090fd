/** Remembers what was used last: of so many characters together, and the last one in any case. */
export function createRecentMemory<Value extends { readonly text: string }>(mostLength: number) {
  /** The last used is at the end. */
  const kept = new Map<string, Value>()
  return {
    find: (key: string) => kept.get(key),
    /** Also tells that what is known is used again. */
    keep: (key: string, value: Value): void => {
      kept.delete(key)
      kept.set(key, value)
      let length = [...kept.values()].reduce((sum, { text }) => sum + text.length, 0)
      for (const [oldest, { text }] of kept) {
        if (length <= mostLength || oldest === key) return
        kept.delete(oldest)
        length -= text.length
      }
    },
  }
}
