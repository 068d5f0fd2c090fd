/** What JSON allows in a string but a terminal or a log would act on. `#` stands only in strings. */
const active =
  /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|#(?=#(?:\[|vso\[|teamcity\[))/gi

/** JSON that comes back as it was and that nothing it is printed to acts on. No newline at the end. */
export function jsonText(value: unknown, indent?: number): string {
  return harmless(JSON.stringify(value, null, indent))
}

/** The same JSON, or YAML whose strings are written as in JSON, without what acts on a terminal or a log. */
export function harmless(text: string): string {
  return text.replace(active, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
