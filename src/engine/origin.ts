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
  const ofFiles = new Map<string | undefined, Place>([[undefined, indexByPlace(exceptions)]])
  // Each glob has a pointer object of its own.
  const pointers = new Set(exceptions.map(({ pointer }) => pointer))
  return ({ id }, path, file) => {
    const found =
      ofFiles.get(file) ??
      indexByPlace(chooseFileRuleset(file, ruleset).exceptions.filter(({ pointer }) => pointers.has(pointer)))
    ofFiles.set(file, found)
    return findDeepest(id, path, found) ?? (offElsewhere.has(id) ? { severity: 'off' } : undefined)
  }
}

/** The severities at a place, by the ids of rules, and the places below it, by their keys. */
interface Place {
  readonly severities: Map<string, PlacedSeverity>
  readonly below: Map<string, Place>
}

const createPlace = (): Place => ({ severities: new Map(), below: new Map() })

/** Of several exceptions at one place, the last counts. */
function indexByPlace(exceptions: readonly Exception[]): Place {
  const root = createPlace()
  for (const { pointer, severities, place } of exceptions) {
    let at = root
    for (const segment of pointer.map(String)) {
      const next = at.below.get(segment) ?? createPlace()
      at.below.set(segment, next)
      at = next
    }
    for (const [id, severity] of severities) at.severities.set(id, { severity, place })
  }
  return root
}

/** The exception with the longest pointer counts. */
function findDeepest(id: string, path: Path, root: Place): PlacedSeverity | undefined {
  let deepest: PlacedSeverity | undefined
  let at: Place | undefined = root
  for (let depth = 0; at; depth++) {
    deepest = at.severities.get(id) ?? deepest
    at = depth < path.length ? at.below.get(String(path[depth])) : undefined
  }
  return deepest
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
