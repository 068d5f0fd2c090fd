/** WebAssembly's page size. */
const pageBytes = 65_536
const empty = new Uint8Array(pageBytes)

/**
 * Copies the memory of a machine that is not running, and gives what makes the memory the same again, byte for byte: all
 * that the machine knows is in there. Most of it is empty, and neither copied nor written.
 */
export function keepMemory(memory: { readonly buffer: ArrayBuffer }): () => void {
  const copies = splitPages(memory.buffer).map((page) => (isEmpty(page) ? empty : page.slice()))
  return () => {
    for (const [index, page] of splitPages(memory.buffer).entries()) {
      const copy = copies[index] ?? empty
      if (copy !== empty || !isEmpty(page)) page.set(copy)
    }
  }
}

/** A memory only grows. */
function splitPages(buffer: ArrayBuffer): Uint8Array[] {
  const pages = Array.from({ length: buffer.byteLength / pageBytes })
  return pages.map((_, index) => new Uint8Array(buffer, index * pageBytes, pageBytes))
}

/** Whether bytes, at most a page, are all zero. Node compares them in one step, which a browser cannot. */
export function isEmpty(bytes: Uint8Array): boolean {
  if (typeof Buffer === 'undefined') return bytes.every((byte) => byte === 0)
  return Buffer.compare(bytes, bytes.length === pageBytes ? empty : empty.subarray(0, bytes.length)) === 0
}
