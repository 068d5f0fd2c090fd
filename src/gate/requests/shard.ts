import type { Asked } from '../../core/model/asked.ts'

/** Which part of a run: the `index`th, from 1, of `total`. */
export interface ShardPart {
  readonly index: number
  readonly total: number
}

/**
 * The APIs and definitions of one part. Each belongs to exactly one part, by its own name alone: what else is asked
 * for, and in which order, moves nothing from part to part.
 */
export function takeShard(asked: Asked, { index, total }: ShardPart): Asked {
  const isOurs = (name: string) => hash(name) % total === index - 1
  return {
    ...asked,
    api_ids: asked.api_ids.filter((id) => isOurs(`api ${id}`)),
    definitions: asked.definitions.filter(({ file }) => isOurs(`file ${file.replaceAll('\\', '/')}`)),
  }
}

/** FNV-1a over the code units, then mixed so that the low bits of short names differ as well; 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
