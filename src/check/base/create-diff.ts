import { nameApiPart } from '../../core/model/api-part.ts'
import type { Bump, DefinitionChange, DefinitionDiff } from '../../core/model/definition-diff.ts'
import type { Path } from '../../core/model/location.ts'
import { isRecord } from '../../core/model/record.ts'
import { splitFile } from '../../engine/referenced-files.ts'
import type { BreakingChange } from '../breaking/breaking-change.ts'
import { type ApiChange, breakingTopics, type ChangeKind, type Topic } from '../changes/api-change.ts'
import { suggestVersion } from '../changes/suggest-version.ts'
import { getBreakingRule } from './breaking-rules.ts'
import type { VersionComparison } from './compare-versions.ts'
import { type DefinitionVersion, locateChange } from './locate-change.ts'

/** What changed between two versions as people are told of it: what breaks, and then what no breaking change tells. */
export function createDiff(
  { breaking, changes: all }: VersionComparison,
  oldVersion: DefinitionVersion,
  newVersion: DefinitionVersion,
): DefinitionDiff {
  const others = all.filter((change) => !isTold(change, breaking))
  const changes = [
    ...breaking.map((change) => toBreaking(change, oldVersion, newVersion)).sort(compareSeverities),
    ...others.map((change) => toChange(change, oldVersion, newVersion)),
  ]
  const [from, to] = [readInfoVersion(oldVersion.view.root), readInfoVersion(newVersion.view.root)]
  const infoVersion = suggestVersion(from, to, findBump(changes))
  return { old: oldVersion.file, new: newVersion.file, changes, infoVersion }
}

export function readInfoVersion(definition: unknown): string | undefined {
  const version = isRecord(definition) && isRecord(definition.info) ? definition.info.version : undefined
  return typeof version === 'string' || typeof version === 'number' ? String(version) : undefined
}

/** Whether a breaking change tells the same: it is about the same thing in the same place. */
function isTold({ kind, topic, path, oldPath }: ApiChange, breaking: readonly BreakingChange[]): boolean {
  return breaking.some((change) => {
    if (breakingTopics[change.rule] !== topic) return false
    if (parts.has(topic) && findChangeKind(change) !== kind) return false
    const [isNewPlace, isOldPlace] = [isWithin(path, change.path), isWithin(oldPath, change.basePath)]
    return kind === 'added' ? isNewPlace : kind === 'removed' ? isOldPlace : isNewPlace || isOldPlace
  })
}

/** What may be added to an API and removed from it; other topics are facts of such a part. */
const parts: ReadonlySet<Topic> = new Set([
  ...(['operation', 'parameter', 'body', 'media-type', 'response', 'header'] as const),
  ...(['server', 'property', 'alternative'] as const),
])

function findChangeKind({ rule }: BreakingChange): ChangeKind {
  return rule.includes('-removed') ? 'removed' : rule.endsWith('-added') ? 'added' : 'changed'
}

/** A removed path takes its operations with it, and a schema's change may stand at the schema or at its keyword. */
function isWithin(path: Path, holder: Path): boolean {
  const [longer, shorter] = path.length > holder.length ? [path, holder] : [holder, path]
  return longer.length - shorter.length <= 2 && shorter.every((key, at) => longer[at] === key)
}

function toBreaking(
  change: BreakingChange,
  oldVersion: DefinitionVersion,
  newVersion: DefinitionVersion,
): DefinitionChange {
  return {
    kind: 'breaking',
    rule: change.rule,
    severity: getBreakingRule(change.rule).severity,
    message: change.message,
    ...findPlace(change.path, change.basePath, findChangeKind(change) === 'added', oldVersion, newVersion),
  }
}

function toChange(
  { kind, topic, message, path, oldPath }: ApiChange,
  oldVersion: DefinitionVersion,
  newVersion: DefinitionVersion,
): DefinitionChange {
  return {
    kind: topic === 'text' ? 'text' : kind,
    message,
    ...findPlace(path, oldPath, kind === 'added' && topic !== 'operation', oldVersion, newVersion),
  }
}

/**
 * What is gone has its place in the old version alone. The group is what changed, and not a component that it now refers
 * to, or no longer does: the old path of what is new is that of what got it.
 */
function findPlace(
  path: Path,
  oldPath: Path,
  isPartAdded: boolean,
  oldVersion: DefinitionVersion,
  newVersion: DefinitionVersion,
) {
  const { now, old } = locateChange(path, oldPath, oldVersion, newVersion)
  const { file, line, column } = old ?? now
  const holder = isPartAdded ? splitFile(oldPath, oldVersion.view.files).path : now.path
  const whole = old ? oldVersion.file : newVersion.file
  const group = nameApiPart(holder) ?? nameApiPart(now.path) ?? (file === whole ? 'API' : file)
  return { group, file, line, column }
}

function compareSeverities(one: DefinitionChange, other: DefinitionChange): number {
  return Number(one.severity !== 'error') - Number(other.severity !== 'error')
}

function findBump(changes: readonly DefinitionChange[]): Bump {
  if (changes.some(({ severity }) => severity === 'error')) return 'major'
  if (changes.some(({ kind }) => kind !== 'text')) return 'minor'
  return changes.length > 0 ? 'patch' : 'none'
}
