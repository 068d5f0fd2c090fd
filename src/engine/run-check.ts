import type { Path } from '../core/model/location.ts'
import type { SourceDocument } from '../core/model/source-document.ts'
import type { IssueList } from './issues.ts'
import type { FindTargets } from './matching/targets.ts'
import { getNodePath, getRoute, getWrittenPath, isDirect, type VisitedNode } from './matching/visited-node.ts'
import type { WholeDocument } from './openapi/document.ts'
import { splitFile } from './openapi/files.ts'
import type { PartialPath, Refs } from './openapi/resolved-view.ts'
import type { FindSeverity } from './origin.ts'
import type { FunctionContext, FunctionResult, Rule, Then, ValueKind } from './rule.ts'

/** One `then` of a rule, with its `field` read; `findTargets` is absent where it has none. */
export interface Check {
  readonly then: Then
  readonly findTargets: FindTargets | undefined
  readonly given: GivenKinds
}

/**
 * Whether a function has been given values that it checks, values that it ignores, and values where overrides turn the rule off.
 * A missing value is neither of the first two.
 */
export interface GivenKinds {
  checked: boolean
  ignored: boolean
  off: boolean
}

/** Runs a check on a value that `given` found at a spot. Throws what its function throws. */
export type RunCheck = (value: unknown, spot: VisitedNode) => void

export interface CheckSurroundings extends WholeDocument {
  readonly rule: Rule
  readonly refs: Refs
  readonly issues: IssueList
  readonly locate: FunctionContext['locate']
  readonly document: SourceDocument
  readonly findSeverity: FindSeverity | undefined
}

const here: Path = []

/**
 * Readies a check for a document. It has one context for all of its calls, turned to each target in its turn: there
 * are hundreds of thousands, most of which find nothing, and of most of those nobody asks the path, so that it is made
 * when it is first looked at.
 */
export function bindCheck({ then, findTargets, given }: Check, surroundings: CheckSurroundings): RunCheck {
  const { rule, root, files, refs, issues, locate, document, findSeverity } = surroundings
  let at: VisitedNode | undefined
  let isKey = false
  let below = here
  let source: PartialPath | undefined
  let options: unknown
  const context: FunctionContext = {
    get path() {
      if (then.function.asksRoute) return at ? [...getRoute(at), ...below] : below
      const { found, missing } = sourceOfTarget()
      return missing.length === 0 ? found : [...found, ...missing]
    },
    root,
    files,
    deref: refs.deref,
    view: refs.view,
    locate,
    get written() {
      return at ? getWrittenPath(at) : here
    },
    get isKey() {
      return isKey
    },
    document,
    property: then.field,
    rule,
  }

  function sourceOfTarget(): PartialPath {
    source ??= findResultSource(at, below, refs)
    return source
  }

  function placeResult({ path, at: part }: FunctionResult): PartialPath {
    if (!path) return sourceOfTarget()
    if (part === undefined || part === 'inside') return refs.source(path, isDirect(at))
    if (path.length === 0) return { found: path, missing: path }
    const { found, missing } = refs.source(
      path.slice(0, -1),
      part === 'key' && !then.function.readsField && isDirect(at),
    )
    const key = path.slice(-1)
    return missing.length > 0
      ? { found, missing: [...missing, ...key] }
      : { found: [...found, ...key], missing }
  }

  /** Whether overrides turn the rule off where the target is. */
  function isOff(): boolean {
    if (!findSeverity) return false
    const { name, path } = splitFile(sourceOfTarget().found, files)
    return findSeverity(rule, path, name)?.severity === 'off'
  }

  function runCheckOnTarget(target: unknown, keys: Path): void {
    below = keys
    source = undefined
    if (!given.checked) {
      if (isOff()) given.off = true
      else note(given, target, then.function.checks)
    }
    options ??= then.options
    for (const result of then.function.run(target, options, context)) issues.add(result, placeResult)
  }

  return (value, spot) => {
    at = spot
    isKey = value !== spot.value
    if (!findTargets) runCheckOnTarget(value, here)
    else for (const target of findTargets(value, refs)) runCheckOnTarget(target.value, target.below)
  }
}

function note(given: GivenKinds, target: unknown, checks: readonly ValueKind[] | undefined): void {
  if (!checks) given.checked = true
  else if (target !== undefined) given[checks.includes(classifyValue(target)) ? 'checked' : 'ignored'] = true
}

function classifyValue(value: unknown): ValueKind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  const type = typeof value
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object'
}

function findResultSource(spot: VisitedNode | undefined, below: Path, refs: Refs): PartialPath {
  const path = spot ? getNodePath(spot) : here
  if (below.length === 0) return { found: path, missing: [] }
  return refs.source([...path, ...below], isDirect(spot))
}
