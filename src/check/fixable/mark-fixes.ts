import { createLocator } from '../../core/document/lines.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { Path } from '../../core/model/location.ts'
import { once, rememberPerObject } from '../../core/model/once.ts'
import { getChild, getValue, isSameValue, iterateValues } from '../../core/model/record.ts'
import { findDefinitionFile, identifyTarget } from '../../core/model/target.ts'
import { getRef } from '../../engine/openapi/pointer.ts'
import { readReferences } from '../../engine/openapi/references.ts'
import type { Then } from '../../engine/rule.ts'
import type { ParsedRule } from '../../engine/ruleset/parsed-rule.ts'
import type { SentDefinition } from '../sources/bundle-definition.ts'
import { readsOtherFiles } from '../sources/local-files.ts'
import type { CheckRequest, FixMarks } from '../types.ts'
import { silenceWarnings, type World } from '../world.ts'
import { completeFixes } from './builtin-fixes.ts'
import { type Change, leavesText, Unwritable } from './change.ts'
import { findNode } from './find-node.ts'
import { type Fix, type FixTarget, toFix } from './fix.ts'
import { keepsMeaning } from './keeps-meaning.ts'
import { collectKnownFixes, type FixMakers, type KnownFixes } from './known-fixes.ts'
import { findSchemaKind } from './schema-place.ts'

/** Whether `gov fix` would fix an issue; `unclear`: only making the fix tells. */
type Mark = 'safe' | 'unsafe' | 'no' | 'unclear'

/** The text or another file of the definition tells what a fix asks. */
class Unclear extends Error {
  override readonly name = 'Unclear'
}

/** Makes the fixes that `gov fix` makes without a placeholder, as far as a definition's value tells them. */
export const markMakers: FixMakers = { builtin: completeFixes, listOwn }

export async function createFixMarks(request: CheckRequest, world: World): Promise<FixMarks> {
  return createMarks(await collectKnownFixes(request, silenceWarnings(world), markMakers))
}

/** Whether a declared fix is about an object or its member, and what has a name, only making the fix tells. */
function listOwn({ fix, then }: ParsedRule): readonly Fix[] {
  if (fix) return [toFix(fix, refuseToTell)]
  return then.some(asksForName)
    ? [{ safe: false, changes: ({ path }) => (hasName(path) ? refuseToTell() : []) }]
    : []
}

function refuseToTell(): never {
  throw new Unclear()
}

/** Whether a rule asks for a case. */
function asksForName({ function: { name }, written }: Then): boolean {
  return name === 'casing' || (name === 'pattern' && typeof getChild(written, 'match') === 'string')
}

/** Only the name of a component, a property, a path, a parameter, a tag or an operation is changed. */
function hasName(path: Path): boolean {
  const [first, last, holder] = [String(path[0]), path.at(-1), path.at(-2)]
  const isKey =
    path.length === (first === 'components' ? 3 : 2) &&
    /^(?:paths|components|definitions|parameters|responses|securityDefinitions)$/.test(first)
  return isKey || last === 'name' || last === 'operationId' || holder === 'properties' || holder === 'tags'
}

export function createMarks(fixes: Pick<KnownFixes, 'of'>): FixMarks {
  return {
    mark: (issues, source) =>
      issues.map((issue) => {
        const fixable = markIssue(issue, source, fixes.of(issue))
        return fixable === 'unclear' ? issue : { ...issue, fixable }
      }),
    settle: (report) => {
      const { outcome, issues } = report
      const counting = issues.filter(({ excused }) => excused === undefined)
      const isKnown = outcome.kind !== 'incomplete' && counting.some(findDefinitionFile)
      return { ...report, issues: issues.map((issue) => settleMark(issue, isKnown, fixes)) }
    },
  }
}

function settleMark({ fixable, ...issue }: Issue, isKnown: boolean, fixes: Pick<KnownFixes, 'of'>): Issue {
  if (!isKnown || issue.excused !== undefined) return issue
  if (fixable !== undefined) return { ...issue, fixable }
  const isUnclear = !identifyTarget(issue).saved && fixes.of(issue).length > 0
  return isUnclear ? issue : { ...issue, fixable: 'no' }
}

function markIssue(issue: Issue, source: SentDefinition, fixes: readonly Fix[]): Mark {
  if (fixes.length === 0) return 'no'
  if (issue.file !== source.file) return 'unclear'
  const path = findNode(issue, source.document.value)
  if (path === undefined) return 'no'
  const { isAlone, mayShare, hasCommentAt } = collectFacts(source)
  try {
    const mark = markNode(fixes, createTarget(path, source, isAlone), () => hasCommentAt(issue))
    return mark !== 'no' && mayShare() ? 'unclear' : mark
  } catch (error) {
    if (error instanceof Unclear) return 'unclear'
    if (error instanceof Unwritable) return 'no'
    throw error
  }
}

/** Throws Unwritable, or Unclear. */
function markNode(fixes: readonly Fix[], target: FixTarget, hasComment: () => boolean): Mark {
  for (const fix of fixes) {
    const changes = fix.changes(target)
    if (changes.length === 0) continue
    if (leavesText(changes) || changes.some((change) => isTaken(change, target))) return 'no'
    const isSafe = fix.safe && keepsMeaning(changes, target)
    const mayHoldComment = changes.some(({ op }) => op === 'sort' || (op === 'remove' && isSafe))
    if (mayHoldComment && hasComment()) return 'unclear'
    return isSafe ? 'safe' : 'unsafe'
  }
  return 'no'
}

/** Not written: there is a member of that name, or only a scalar can be set. */
function isTaken(change: Change, { root }: FixTarget): boolean {
  if (change.op === 'set') return typeof change.value === 'object' && change.value !== null
  return change.op === 'rename' && change.to in Object(getValue(root, change.path.slice(0, -1)))
}

/** Throws Unclear where the text or another file would have to be asked. */
function createTarget(path: Path, { file, document }: SentDefinition, isAlone: () => boolean): FixTarget {
  const { value: root } = document
  const whenAlone = <Value>(value: Value): Value => {
    return isAlone() ? value : refuseToTell()
  }
  const findTarget = (at: Path) => {
    const ref = getRef(getValue(root, at))
    if (ref === undefined) return undefined
    const direct = ref.startsWith('#') ? readReferences(root).find(undefined, ref).direct : undefined
    return direct ? { file, path: direct.path } : whenAlone(undefined)
  }
  return {
    root,
    path,
    get whole() {
      return whenAlone(root)
    },
    get elsewhere() {
      return whenAlone(new Map<string, unknown>())
    },
    get findUnresolved() {
      return refuseToTell()
    },
    findTarget,
    targetOf: (at) => {
      const found = findTarget(at)
      return found && getValue(root, found.path)
    },
    kindAt: (at) => findSchemaKind(root, at),
    keysAt: (at) => Object.keys(Object(getValue(root, at))),
    isSame: (one, other) => {
      const value = getValue(root, one)
      if (!isSameValue(value, getValue(root, 'file' in other ? other.path : other))) return false
      // Equal numbers may be written differently.
      if ([...iterateValues(value)].some((inner) => typeof inner.value === 'number')) refuseToTell()
      return true
    },
  }
}

/** The facts of a definition that marks depend on; each is found when a rule asks. */
const collectFacts = rememberPerObject(({ document, format }: SentDefinition) => {
  const { text, value, parsed } = document
  const comments = once(() => {
    const locate = createLocator(text)
    const found = format === 'json' ? [] : [...text.matchAll(/(?:^|\s)#/g)]
    return new Set(found.map(({ index }) => locate({ start: index + 1, end: index + 1 }).start_line))
  })
  return {
    isAlone: once(() => !readsOtherFiles(value)),
    /** An alias may stand for a part of the value. */
    mayShare: once(() => format === 'yaml' && parsed.isSimple !== true && /(?:^|[\s,[{])\*[\w-]/.test(text)),
    hasCommentAt: ({ line = 1, location }: Issue) => {
      const { start_line: start = line, end_line: end = line } = location ?? {}
      for (let at = Math.min(line, start) - 1; at <= end; at++) if (comments().has(at)) return true
      return false
    },
  }
})
