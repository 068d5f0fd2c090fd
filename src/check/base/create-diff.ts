import { nameApiPart } from '../../core/model/api-part.ts'
import type { Bump, DefinitionChange, DefinitionDiff } from '../../core/model/definition-diff.ts'
import type { Path } from '../../core/model/location.ts'
import { isRecord } from '../../core/model/record.ts'
import { splitFile } from '../../engine/referenced-files.ts'
import type { ApiChange } from '../breaking/api-change.ts'
import type { BreakingChange } from '../breaking/breaking-change.ts'
import { getBreakingRule } from './breaking-rules.ts'
import type { VersionComparison } from './compare-versions.ts'
import { type DefinitionVersion, locateChange } from './locate-change.ts'
import { suggestVersion } from './suggest-version.ts'

/** What changed between two versions as people are told of it: what breaks, and then what no breaking change tells. */
export function createDiff(
  { breaking, changes: others }: VersionComparison,
  oldVersion: DefinitionVersion,
  newVersion: DefinitionVersion,
): DefinitionDiff {
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
    ...findPlace(change.path, change.oldPath, change.rule.endsWith('-added'), oldVersion, newVersion),
  }
}

function toChange(
  { kind, about, message, path, oldPath }: ApiChange,
  oldVersion: DefinitionVersion,
  newVersion: DefinitionVersion,
): DefinitionChange {
  return {
    kind: about === 'text' ? 'text' : kind,
    message,
    ...findPlace(path, oldPath, kind === 'added' && about !== 'operation', oldVersion, newVersion),
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
