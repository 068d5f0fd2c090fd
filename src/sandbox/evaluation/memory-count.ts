import { exit } from 'node:process'
import { getHeapStatistics } from 'node:v8'
import type { MemoryCount } from '../../engine/javascript/limits.ts'

/** How a thread ends that needed too much: the platform counts its heap, and not the memories of WebAssembly. */
export const outOfMemoryCode = 77

/** Counts the sandboxes of a thread with its heap, and ends the thread where they come to more than `limit` bytes. */
export function createMemoryCount(limit: number): MemoryCount & { readonly isFull: () => boolean } {
  const memories = new Set<WeakRef<{ readonly buffer: ArrayBuffer }>>()
  const sum = () => {
    let bytes = 0
    for (const reference of memories) {
      const memory = reference.deref()
      if (memory === undefined) memories.delete(reference)
      else bytes += memory.buffer.byteLength
    }
    return bytes
  }
  const requireRoom = (more: number) => {
    if (sum() + getHeapStatistics().used_heap_size + more > limit) exit(outOfMemoryCode)
  }
  return {
    add: (memory) => {
      memories.add(new WeakRef(memory))
      requireRoom(0)
    },
    grow: requireRoom,
    // Half of the limit is for the next evaluation.
    isFull: () => sum() > limit / 2,
  }
}
