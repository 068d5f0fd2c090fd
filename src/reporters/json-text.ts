/** What JSON allows in a string but a terminal or a log would act on. `#` stands only in strings. */
const active =
  /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|#(?=#(?:\[|vso\[|teamcity\[))/gi

/** JSON that comes back as it was and that nothing it is printed to acts on. No newline at the end. */
export function jsonText(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent)
  return text.replace(active, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
