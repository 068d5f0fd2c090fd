import type { Path } from '../core/model/location.ts'
import type { Severity } from '../core/model/severity.ts'
import type { ReferencedFiles } from './openapi/files.ts'
import type { EngineIssue, Exception, FileRuleset, Rule, Ruleset } from './rule.ts'

export interface DocumentOrigin {
  /** Its file, for `overrides`: relative to the folder that the ruleset's own name is relative to, or both absolute. */
  readonly name?: string | undefined
  readonly files?: ReferencedFiles | undefined
}

/** The ruleset as it is for a file. Throws when that depends on the file's name and there is none. */
export function chooseFileRuleset(name: string | undefined, ruleset: Ruleset): FileRuleset {
  const { rules, forFile, parserOptions } = ruleset
  if (!forFile) return { rules, parserOptions, exceptions: [], offElsewhere: none }
  if (name === undefined) {
    throw new Error('the ruleset has overrides for files, but this document has no file name')
  }
  return forFile(name)
}

const none: ReadonlySet<string> = new Set()

/** What overrides say of a rule at a place: a severity, and whose that is; `off` without a place is the rest of the file. */
interface PlacedSeverity {
  readonly severity: Severity | 'off'
  readonly place?: string
}

/** Tells what overrides say of a rule at a path of the document, or of one of its files; undefined: nothing. */
export type FindSeverity = (rule: Rule, path: Path, file: string | undefined) => PlacedSeverity | undefined

/**
 * Finds severities by place; undefined where no override is for a place. As in Spectral, an exception counts in another file if
 * its glob fits that and the definition. Unlike there, a rule that is off in the file, and on at a place, is off elsewhere.
 */
export function createFindSeverity(name: string | undefined, ruleset: Ruleset): FindSeverity | undefined {
  const { exceptions, offElsewhere } = chooseFileRuleset(name, ruleset)
  if (exceptions.length === 0) return undefined
  const ofFiles = new Map<string | undefined, readonly Exception[]>([[undefined, exceptions]])
  // Each glob has a pointer object of its own.
  const pointers = new Set(exceptions.map(({ pointer }) => pointer))
  return ({ id }, path, file) => {
    const found =
      ofFiles.get(file) ??
      chooseFileRuleset(file, ruleset).exceptions.filter(({ pointer }) => pointers.has(pointer))
    ofFiles.set(file, found)
    return findDeepest(id, path, found) ?? (offElsewhere.has(id) ? { severity: 'off' } : undefined)
  }
}

/** The matching exception with the longest pointer counts; of equal ones, the last. */
function findDeepest(id: string, path: Path, exceptions: readonly Exception[]): PlacedSeverity | undefined {
  let longest = -1
  let deepest: PlacedSeverity | undefined
  for (const { pointer, severities, place } of exceptions) {
    const severity = severities.get(id)
    if (severity === undefined || pointer.length < longest || !isAncestor(pointer, path)) continue
    longest = pointer.length
    deepest = { severity, place }
  }
  return deepest
}

function isAncestor(pointer: Path, path: Path): boolean {
  return pointer.every((segment, depth) => String(path[depth]) === String(segment))
}

/** The issues with the severities of their places, without those that are off there: `onTurnedOff` gets the place that says so. */
export function applyExceptions(
  issues: readonly EngineIssue[],
  findSeverity: FindSeverity | undefined,
  onTurnedOff: (place: string) => void = () => {},
): readonly EngineIssue[] {
  if (!findSeverity) return issues
  return issues.flatMap((issue) => {
    const { severity, place } = findSeverity(issue.rule, issue.path, issue.file) ?? {}
    if (severity === undefined) return [issue]
    if (severity !== 'off') return [{ ...issue, rule: { ...issue.rule, severity, dated: undefined } }]
    if (place !== undefined) onTurnedOff(place)
    return []
  })
}
