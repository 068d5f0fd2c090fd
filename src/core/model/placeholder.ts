/** The built-in rule that finds what `gov fix --placeholders` left for a person to write. */
export const placeholderRule = 'gov:placeholder'

/** Nobody's own words: a mark without blanks, which no formatter wraps, and a host that cannot exist (RFC 2606). */
const mark = 'TODO(gov-fix):'
const host = 'gov-fix.invalid'

/** Texts that gov writes where only a person knows what to say. */
export const placeholders = {
  text: (task: string) => `${mark} ${task}`,
  url: `https://${host}/`,
  email: `todo@${host}`,
}

export function hasPlaceholder(text: string): boolean {
  return text.includes(mark) || text.includes(host)
}
