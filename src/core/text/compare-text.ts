/** Compares code units, so that the order does not depend on the machine's language. */
export function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

/** The service compares names and categories so. */
export function fold(text: string | null): string {
  return (text ?? '').trim().toLowerCase()
}
