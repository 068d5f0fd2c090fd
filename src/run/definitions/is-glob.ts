/** Whether the name of a file holds wildcards. */
export function isGlob(file: string): boolean {
  return /[*?[{]/.test(file)
}
