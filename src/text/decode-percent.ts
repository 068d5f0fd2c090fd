/** A part of a URL as text; what is not encoded text is taken as it is. */
export function decodePercent(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
