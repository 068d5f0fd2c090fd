import type { Bump, VersionAdvice } from '../../core/model/definition-diff.ts'

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

function compareVersions(some: Numbers, other: Numbers): number {
  for (const at of [0, 1, 2] as const) if (some[at] !== other[at]) return some[at] - other[at]
  return 0
}
