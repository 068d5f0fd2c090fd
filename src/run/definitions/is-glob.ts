/** Whether a name stands for files that are searched for: it holds wildcards, or ends in a slash. */
export function isGlob(file: string): boolean {
  return /[*?[{]|[/\\]$/.test(file)
}
