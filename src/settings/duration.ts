const milliseconds: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
])

/** Timers of the runtime turn anything beyond 24 days into no wait at all; no run needs more than one day. */
const longest = 24 * 60 * 60_000

/** Milliseconds of "500ms", "30s" or "5m": a whole number above zero and its unit, up to 24 hours. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,9})(ms|s|m)$/.exec(text) ?? []
  const length = Number(amount) * (milliseconds.get(unit ?? '') ?? Number.NaN)
  return length > 0 && length <= longest ? length : undefined
}

/** The same length as `parseDuration` reads it, in the largest unit that has it whole. */
export function durationText(length: number): string {
  const [unit, size] = [...milliseconds].findLast(([, each]) => length % each === 0) ?? ['ms', 1]
  return `${length / size}${unit}`
}
