import { readSource, unknownReferences } from '../../check/base/breaking-issues.ts'
import { breakingRules } from '../../check/base/breaking-rules.ts'
import { isTooDeep } from '../../check/base/evaluate-base.ts'
import { type DefinitionVersion, locateChange, openVersion } from '../../check/base/locate-change.ts'
import { openCommitted, parseCommitted } from '../../check/base/open-commit.ts'
import type { BreakingChange } from '../../check/breaking/breaking-change.ts'
import { breakingChanges } from '../../check/breaking/breaking-changes.ts'
import {
  type ApiChange,
  breakingTopics,
  type ChangeKind,
  type Topic,
} from '../../check/changes/api-change.ts'
import { listChanges } from '../../check/changes/list-changes.ts'
import { type Bump, suggestVersion, type VersionAdvice } from '../../check/changes/suggest-version.ts'
import { exists } from '../../check/exists.ts'
import type { Sources } from '../../check/sources.ts'
import { today, type World } from '../../check/world.ts'
import { nameApiPart } from '../../core/model/api-part.ts'
import { GovError, usageError } from '../../core/model/errors.ts'
import type { Path } from '../../core/model/location.ts'
import { isRecord } from '../../core/model/record.ts'
import type { Severity } from '../../core/model/severity.ts'

/** One change between two versions, as people and programs are told of it. */
export interface DefinitionChange {
  readonly kind: 'breaking' | ChangeKind | 'text'
  /** Only of a breaking change. */
  readonly rule?: string
  readonly severity?: Severity
  /** `GET /pets`, `schema Pet`, or `API` for what is about no part. */
  readonly group: string
  readonly message: string
  /** Where it is written: in the new version, or in the old one for what is gone. */
  readonly file: string
  readonly line: number
  readonly column: number
}

export interface DefinitionDiff {
  readonly old: string
  readonly new: string
  /** Breaking changes first, as errors and then as warnings, then the others in the order of the definition. */
  readonly changes: readonly DefinitionChange[]
  readonly infoVersion: VersionAdvice
}

/**
 * All that differs between two versions of a definition; each is a file, or `REF:FILE` in git. Throws GovError: usage where
 * one cannot be read, incomplete where a part of them cannot be compared.
 */
export async function diffDefinitions(
  oldName: string,
  newName: string,
  world: World,
): Promise<DefinitionDiff> {
  const [oldSide, newSide] = [await openSide(oldName, world), await openSide(newName, world)]
  const [lost] = unknownReferences(oldSide.view, newSide.view)
  if (lost !== undefined)
    throw notComparedError(newName, `the reference ${JSON.stringify(lost)} does not resolve`)
  const [before, after] = [readSource(oldSide), readSource(newSide)]
  try {
    const breaking = breakingChanges(before, after, today(world.now()))
    const others = listChanges(before, after).filter((change) => !isTold(change, breaking))
    const changes = [
      ...breaking.map((change) => toBreaking(change, oldSide, newSide)).sort(compareSeverities),
      ...others.map((change) => toChange(change, oldSide, newSide)),
    ]
    const advice = suggestVersion(readVersion(oldSide), readVersion(newSide), findBump(changes))
    return { old: oldName, new: newName, changes, infoVersion: advice }
  } catch (error) {
    if (isTooDeep(error)) throw notComparedError(newName, 'it is nested too deeply')
    throw error
  }
}

function notComparedError(name: string, why: string): GovError {
  const hint = 'Mend that, and compare again: what is behind it may have changed.'
  return new GovError('incomplete', 'diff-incomplete', `${name} cannot be compared: ${why}`, hint)
}

async function openSide(name: string, world: World): Promise<DefinitionVersion> {
  const { file, sources } = await findSide(name, world)
  return { ...(await openVersion(file, sources)), file: name }
}

async function findSide(name: string, world: World): Promise<{ file: string; sources: Sources }> {
  if (/^https?:/i.test(name)) {
    const hint = 'Save it to a file first, such as with curl -o old.yaml.'
    throw usageError('diff-url', `${name} is a URL, and gov diff reads files and REF:FILE in git`, hint)
  }
  if (await exists(world.cwd, name)) return { file: name, sources: world.sources }
  const committed = parseCommitted(name)
  if (committed) return openCommitted(committed, 'definition', world)
  const hint = 'Check the path. A file of another commit is REF:FILE, such as main:openapi.yaml.'
  throw usageError('definition-not-found', `there is no file ${name}`, hint)
}

function readVersion({ view: { root } }: DefinitionVersion): string | undefined {
  const version = isRecord(root) && isRecord(root.info) ? root.info.version : undefined
  return typeof version === 'string' || typeof version === 'number' ? String(version) : undefined
}

/** Whether a breaking change tells the same: it is about the same thing in the same place. */
function isTold({ kind, topic, path, oldPath }: ApiChange, breaking: readonly BreakingChange[]): boolean {
  return breaking.some((change) => {
    if (breakingTopics[change.rule] !== topic) return false
    if (parts.has(topic) && kindOf(change) !== kind) return false
    const [isNewPlace, isOldPlace] = [isWithin(path, change.path), isWithin(oldPath, change.basePath)]
    return kind === 'added' ? isNewPlace : kind === 'removed' ? isOldPlace : isNewPlace || isOldPlace
  })
}

/** What may be added to an API and removed from it; other topics are facts of such a part. */
const parts: ReadonlySet<Topic> = new Set([
  ...(['operation', 'parameter', 'body', 'media-type', 'response', 'header'] as const),
  ...(['server', 'property', 'alternative'] as const),
])

function kindOf({ rule }: BreakingChange): ChangeKind {
  return rule.includes('-removed') ? 'removed' : rule.endsWith('-added') ? 'added' : 'changed'
}

/** A removed path takes its operations with it, and a schema's change may stand at the schema or at its keyword. */
function isWithin(path: Path, holder: Path): boolean {
  const [longer, shorter] = path.length > holder.length ? [path, holder] : [holder, path]
  return longer.length - shorter.length <= 2 && shorter.every((key, at) => longer[at] === key)
}

function toBreaking(
  change: BreakingChange,
  oldSide: DefinitionVersion,
  newSide: DefinitionVersion,
): DefinitionChange {
  const rule = breakingRules.find(({ id }) => id === change.rule)
  if (rule === undefined) throw new Error(`there is no rule ${change.rule}`)
  return {
    kind: 'breaking',
    rule: change.rule,
    severity: rule.severity,
    message: change.message,
    ...findPlace(change.path, change.basePath, oldSide, newSide),
  }
}

function toChange(
  { kind, topic, message, path, oldPath }: ApiChange,
  oldSide: DefinitionVersion,
  newSide: DefinitionVersion,
): DefinitionChange {
  return {
    kind: topic === 'text' ? 'text' : kind,
    message,
    ...findPlace(path, oldPath, oldSide, newSide),
  }
}

/** What is gone has its place in the old version alone. */
function findPlace(path: Path, oldPath: Path, oldSide: DefinitionVersion, newSide: DefinitionVersion) {
  const { now, old } = locateChange(path, oldPath, oldSide, newSide)
  const { file, path: within, line, column } = old ?? now
  const whole = old ? oldSide.file : newSide.file
  return { group: nameApiPart(within) ?? (file === whole ? 'API' : file), file, line, column }
}

function compareSeverities(one: DefinitionChange, other: DefinitionChange): number {
  return Number(one.severity !== 'error') - Number(other.severity !== 'error')
}

function findBump(changes: readonly DefinitionChange[]): Bump {
  if (changes.some(({ severity }) => severity === 'error')) return 'major'
  if (changes.some(({ kind }) => kind !== 'text')) return 'minor'
  return changes.length > 0 ? 'patch' : 'none'
}
