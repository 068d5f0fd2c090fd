/** Whether a name is `sha256:` and a digest instead of a path, for a ruleset with its id: `rules@sha256:…`. */
export function isPin(name: string): boolean {
  return /^(?:.+@)?sha256:/.test(name)
}
