/** Text that anyone may have written, as Markdown that shows it and does nothing else. */
export function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${text.trimEnd()}\n${fence}`
}
