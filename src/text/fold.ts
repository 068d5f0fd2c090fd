/** The service compares names and categories so. */
export function fold(text: string | null): string {
  return (text ?? '').trim().toLowerCase()
}
