import type { CharTest } from './tree.ts'

/**
 * The test of one character by an atom as it is written: a class, an escape, a dot, a literal. The platform decides,
 * so that cases, properties and legacy escapes mean what they mean to it; its answers are kept.
 */
export function charTest(atom: string, flags: string): CharTest {
  const expression = new RegExp(`^(?:${atom})$`, flags.replace(/[gmy]/g, ''))
  const known = new Map<number, boolean>()
  return (code) => {
    if (code < 0) return false
    let passes = known.get(code)
    if (passes === undefined) {
      passes = expression.test(String.fromCodePoint(code))
      if (known.size < 1000) known.set(code, passes)
    }
    return passes
  }
}
