/** A definition or a ruleset as it is written. */
export interface SourceText {
  /** Says where it is from; for a workspace's file its path in the workspace, with `/` between the names. */
  readonly name: string
  readonly text: string
  readonly format: 'json' | 'yaml'
}

/** A file's format by its name; undefined for a name that is neither. */
export function formatOf(name: string): SourceText['format'] | undefined {
  const [, extension] = /\.(json|ya?ml)$/i.exec(name) ?? []
  if (extension === undefined) return undefined
  return extension.toLowerCase() === 'json' ? 'json' : 'yaml'
}
