import type { Path } from '../core/model/location.ts'
import type { ReferencedFiles } from './openapi/files.ts'
import type { EngineIssue, Exception, FileRuleset, Ruleset } from './rule.ts'

export interface DocumentOrigin {
  /** Its file, for `overrides`: relative to the folder that the ruleset's own name is relative to, or both absolute. */
  readonly name?: string | undefined
  readonly files?: ReferencedFiles | undefined
}

/** The ruleset as it is for a file. Throws when that depends on the file's name and there is none. */
export function chooseFileRuleset(name: string | undefined, { rules, forFile }: Ruleset): FileRuleset {
  if (!forFile) return { rules, exceptions: [] }
  if (name === undefined) {
    throw new Error('the ruleset has overrides for files, but this document has no file name')
  }
  return forFile(name)
}

/**
 * The issues with the severities that their places have; those that are off there are left out. As in Spectral, an exception
 * counts in another file if its glob fits that and the definition.
 */
export function applyExceptions(
  issues: readonly EngineIssue[],
  name: string | undefined,
  ruleset: Ruleset,
): readonly EngineIssue[] {
  const { exceptions } = chooseFileRuleset(name, ruleset)
  if (exceptions.length === 0) return issues
  const ofFiles = new Map<string | undefined, readonly Exception[]>([[undefined, exceptions]])
  // Each glob has a pointer object of its own.
  const pointers = new Set(exceptions.map(({ pointer }) => pointer))
  return issues.flatMap((issue) => {
    const { file } = issue
    const found =
      ofFiles.get(file) ??
      chooseFileRuleset(file, ruleset).exceptions.filter(({ pointer }) => pointers.has(pointer))
    ofFiles.set(file, found)
    const severity = chooseIssueSeverity(issue, found)
    if (severity === 'off') return []
    return severity === undefined
      ? [issue]
      : [{ ...issue, rule: { ...issue.rule, severity, dated: undefined } }]
  })
}

/** The matching exception with the longest pointer counts; of equal ones, the last. */
function chooseIssueSeverity({ rule, path }: EngineIssue, exceptions: readonly Exception[]) {
  let longest = -1
  let severity: ReturnType<Exception['severities']['get']>
  for (const { pointer, severities } of exceptions) {
    const found = severities.get(rule.id)
    if (found === undefined || pointer.length < longest || !isAncestor(pointer, path)) continue
    longest = pointer.length
    severity = found
  }
  return severity
}

function isAncestor(pointer: Path, path: Path): boolean {
  return pointer.every((segment, depth) => String(path[depth]) === String(segment))
}
