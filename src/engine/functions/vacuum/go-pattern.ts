import { isPattern } from '../../pattern.ts'

/**
 * Whether Go's regular expressions, which are those of RE2, have all that is in one: they have no lookaround, no
 * references back, no letters escaped that mean nothing, no empty sets of characters, and repeat a thousand times at most.
 */
export function isGoPattern(source: string): boolean {
  if (!isPattern(source)) return false
  const bare = source.replaceAll('\\\\', '')
  if (/\\(?:[1-9]|[^\W\d_aftnrvbBAzdDsSwWpPQECx])/.test(bare)) return false
  const withoutSets = bare.replaceAll(/\[\^?(?!\^?\])(?:\\.|[^\]\\])*\]/g, 'a')
  if (/\(\?<?[=!]|\[\^?\]/.test(withoutSets)) return false
  return [...withoutSets.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].every(
    ([, least, most]) => Math.max(Number(least), Number(most ?? 0)) <= 1000,
  )
}
