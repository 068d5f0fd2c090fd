/** Consecutive parts of at most `size` items. */
export function inChunks<Item>(items: readonly Item[], size: number): (readonly Item[])[] {
  const chunks: (readonly Item[])[] = []
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size))
  return chunks
}

/** Two parts of nearly the same length, or the whole when it has one item. */
export function inHalves<Item>(items: readonly Item[]): (readonly Item[])[] {
  return inChunks(items, Math.ceil(items.length / 2))
}
