import { nameApiPart } from '../../core/model/api-part.ts'
import type {
  Bump,
  DefinitionChange,
  DefinitionDiff,
  VersionAdvice,
} from '../../core/model/definition-diff.ts'
import type { Path } from '../../core/model/location.ts'
import { isRecord } from '../../core/model/record.ts'
import { splitFile } from '../../engine/openapi/files.ts'
import type { ApiChange, BreakingChange } from '../breaking/api-change.ts'
import { getBreakingRule } from '../breaking/rules/index.ts'
import type { VersionComparison } from './compare-versions.ts'
import { type DefinitionVersion, locateChange } from './definition-view.ts'

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
  const [from, to] = [readInfo(oldVersion.view.root, 'version'), readInfo(newVersion.view.root, 'version')]
  const infoVersion = suggestVersion(from, to, findBump(changes))
  const title = readInfo(newVersion.view.root, 'title')
  return { old: oldVersion.file, new: newVersion.file, title, changes, infoVersion }
}

export function readInfo(definition: unknown, key: 'title' | 'version'): string | undefined {
  const value = isRecord(definition) && isRecord(definition.info) ? definition.info[key] : undefined
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
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

function compareSeverities(first: DefinitionChange, second: DefinitionChange): number {
  return Number(first.severity !== 'error') - Number(second.severity !== 'error')
}

function findBump(changes: readonly DefinitionChange[]): Bump {
  if (changes.some(({ severity }) => severity === 'error')) return 'major'
  if (changes.some(({ kind }) => kind !== 'text')) return 'minor'
  return changes.length > 0 ? 'patch' : 'none'
}

type Numbers = readonly [major: number, minor: number, patch: number]

/** The least next version, by semver.org 2.0.0: before 1.0.0, a breaking change raises the second number. */
export function suggestVersion(from: string | undefined, to: string | undefined, bump: Bump): VersionAdvice {
  const [old, next] = [parseVersion(from), parseVersion(to)]
  if (old === undefined) return { from, to, bump, wanted: undefined, is_enough: undefined }
  const wanted = raise(old, bump)
  const isEnough = next && compareVersions(next, wanted) >= 0
  return { from, to, bump, wanted: wanted.join('.'), is_enough: isEnough }
}

function parseVersion(text: string | undefined): Numbers | undefined {
  const [, major, minor = '0', patch = '0'] =
    /^v?(0|[1-9]\d{0,8})(?:\.(0|[1-9]\d{0,8}))?(?:\.(0|[1-9]\d{0,8}))?(?:[-+][\w.+-]+)?$/i.exec(
      text?.trim() ?? '',
    ) ?? []
  return major === undefined || isYear.test(major) ? undefined : [Number(major), Number(minor), Number(patch)]
}

/** A version such as 2026-01-31 is a date. */
const isYear = /^(?:19|2\d)\d\d$/

function raise([major, minor, patch]: Numbers, bump: Bump): Numbers {
  if (bump === 'none') return [major, minor, patch]
  if (bump === 'patch') return [major, minor, patch + 1]
  if (bump === 'minor') return [major, minor + 1, 0]
  return major === 0 ? [0, minor + 1, 0] : [major + 1, 0, 0]
}

function compareVersions(first: Numbers, second: Numbers): number {
  for (const at of [0, 1, 2] as const) if (first[at] !== second[at]) return first[at] - second[at]
  return 0
}
