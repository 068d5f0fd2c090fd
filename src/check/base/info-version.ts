import type { Bump, VersionAdvice } from '../../core/model/definition-diff.ts'
import { isRecord } from '../../core/model/record.ts'
import type { BreakingVersions } from '../../core/model/run.ts'

export function readInfo(definition: unknown, key: 'title' | 'version'): string | undefined {
  const value = isRecord(definition) && isRecord(definition.info) ? definition.info[key] : undefined
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

type Numbers = readonly [major: number, minor: number, patch: number]

/** The numbers of `2`, `v2.1` or `2.0.0-rc.1`; undefined for dates such as `2026-01-31`, which say nothing of clients. */
function parseVersion(text = ''): Numbers | undefined {
  const [, major, minor = '0', patch = '0'] =
    /^v?(0|[1-9]\d{0,8})(?:\.(0|[1-9]\d{0,8})(?:\.(0|[1-9]\d{0,8})(?:[-+][\w.+-]+)?)?)?$/i.exec(
      text.trim(),
    ) ?? []
  return major === undefined || isDate(major) ? undefined : [Number(major), Number(minor), Number(patch)]
}

/** A year, or a day such as 20260131. */
function isDate(number: string): boolean {
  return /^(?:19|2\d)\d\d(?:[01]\d[0-3]\d)?$/.test(number)
}

/** The least next version, by semver.org 2.0.0: before 1.0.0, a breaking change raises the second number. */
export function suggestVersion(from: string | undefined, to: string | undefined, bump: Bump): VersionAdvice {
  const [oldNumbers, newNumbers] = [parseVersion(from), parseVersion(to)]
  if (oldNumbers === undefined) return { from, to, bump, wanted: undefined, is_enough: undefined }
  const wanted = raise(oldNumbers, bump)
  const isEnough = newNumbers && compareNumbers(newNumbers, wanted) >= 0
  return { from, to, bump, wanted: wanted.join('.'), is_enough: isEnough }
}

function raise([major, minor, patch]: Numbers, bump: Bump): Numbers {
  if (bump === 'none') return [major, minor, patch]
  if (bump === 'patch') return [major, minor, patch + 1]
  if (bump === 'minor') return [major, minor + 1, 0]
  return major === 0 ? [0, minor + 1, 0] : [major + 1, 0, 0]
}

function compareNumbers(first: Numbers, second: Numbers): number {
  for (const at of [0, 1, 2] as const) if (first[at] !== second[at]) return first[at] - second[at]
  return 0
}

/** The old and the new `info.version`, and a reason if that is not a new major version. */
export function compareMajors(oldRoot: unknown, newRoot: unknown): BreakingVersions {
  const [from, to] = [readInfo(oldRoot, 'version'), readInfo(newRoot, 'version')]
  const refused = describeRefusal(from, to)
  return {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(refused !== undefined && { refused }),
  }
}

function describeRefusal(from: string | undefined, to: string | undefined): string | undefined {
  for (const version of [from, to]) {
    if (version === undefined) return 'there is no info.version to compare'
    if (parseVersion(version) === undefined)
      return `info.version ${JSON.stringify(version)} is not a version such as 2.0.0`
  }
  if ((parseVersion(to)?.[0] ?? 0) > (parseVersion(from)?.[0] ?? 0)) return undefined
  if (from === to) return `info.version is still ${to}`
  return `info.version went from ${from} to ${to}, which is not a new major version`
}
