import { usageError } from '../../core/model/errors.ts'
import type { RulesetReader } from '../../engine/ruleset/ruleset-source.ts'

/** A definition or a ruleset as it is written. */
export interface WrittenText {
  /** Says where it is from; for a workspace's file its path in the workspace, with `/` between the names. */
  readonly name: string
  readonly text: string
  readonly format: 'json' | 'yaml'
}

/** A file's format by its name; undefined for a name that is neither. */
export function findTextFormat(name: string): WrittenText['format'] | undefined {
  const [, extension] = /\.(json|ya?ml)$/i.exec(name) ?? []
  if (extension === undefined) return undefined
  return extension.toLowerCase() === 'json' ? 'json' : 'yaml'
}

/** Rules that came in a request: the files of this machine are not theirs to extend. */
export function sentRules(id: string, text: string) {
  const read: RulesetReader = async (reference) => {
    const hint = 'Include what it extends.'
    const message = `it extends ${reference}, and a saved ruleset has no files`
    throw usageError('ruleset-extends-file', message, hint)
  }
  return { name: `${id}.json`, text, format: 'json' as const, read }
}
