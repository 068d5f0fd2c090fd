/** One issue, as far as two engines can agree on it: their words differ. */
export interface Row {
  readonly code: string
  /** Dot-joined. */
  readonly path: string
  readonly severity: string
  /** From 1. */
  readonly line: number
}

/** How two engines agree on one rule: rows are counted, equal ones as often as they are there. */
export interface Agreement {
  readonly rule: string
  readonly ours: number
  readonly theirs: number
  readonly both: number
  readonly onlyOurs: readonly Row[]
  readonly onlyTheirs: readonly Row[]
}

/** One row for each rule, sorted by name. */
export function compare(ours: readonly Row[], theirs: readonly Row[]): Agreement[] {
  const rules = [...new Set([...ours, ...theirs].map(({ code }) => code))].sort()
  return rules.map((rule) => {
    const [own, other] = [ours, theirs].map((rows) => rows.filter(({ code }) => code === rule))
    const onlyOurs = without(own ?? [], other ?? [])
    const onlyTheirs = without(other ?? [], own ?? [])
    const count = own?.length ?? 0
    return {
      rule,
      ours: count,
      theirs: other?.length ?? 0,
      both: count - onlyOurs.length,
      onlyOurs,
      onlyTheirs,
    }
  })
}

function without(rows: readonly Row[], others: readonly Row[]): Row[] {
  const left = new Map<string, number>()
  for (const row of others) left.set(keyOf(row), (left.get(keyOf(row)) ?? 0) + 1)
  return rows.filter((row) => {
    const count = left.get(keyOf(row)) ?? 0
    left.set(keyOf(row), count - 1)
    return count <= 0
  })
}

function keyOf({ code, path, severity, line }: Row): string {
  return JSON.stringify([code, path, severity, line])
}
