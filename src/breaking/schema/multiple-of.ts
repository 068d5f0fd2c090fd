/** What all values are a multiple of that are one of each of some numbers; 0 if there are none. */
export function multipleOf(written: readonly unknown[]): number {
  const factors = written.filter((each) => typeof each === 'number').filter((each) => each > 0)
  return factors.reduce((some, other) => (some === 0 ? other : common(some, other)), 0)
}

/** The least common multiple, also of fractions; the greater number where they are too fine to tell. */
function common(some: number, other: number): number {
  const scale = scales.find((each) => [some, other].every((factor) => isWhole(factor * each)))
  if (scale === undefined) return Math.max(some, other)
  const [first, second] = [Math.round(some * scale), Math.round(other * scale)]
  return ((first / divisor(first, second)) * second) / scale
}

const scales = Array.from({ length: 10 }, (_, digits) => 10 ** digits)

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 1e-9 && Math.round(value) > 0
}

function divisor(some: number, other: number): number {
  return other === 0 ? some : divisor(other, some % other)
}
