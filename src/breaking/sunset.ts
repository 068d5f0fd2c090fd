/** The day of a date, with or without a time. */
export function dateOf(text: string | undefined): string | undefined {
  const day = /^(\d{4}-\d\d-\d\d)(?:T.*)?$/.exec(text ?? '')?.[1]
  return day !== undefined && !Number.isNaN(Date.parse(day)) ? day : undefined
}
