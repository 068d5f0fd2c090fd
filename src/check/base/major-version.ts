import type { BreakingVersions } from '../../core/model/base-run.ts'
import { isRecord } from '../../core/model/record.ts'

/** What `info.version` says at the base and now, and whether that is a new major version. */
export function majorVersion(before: unknown, after: unknown): BreakingVersions {
  const [from, to] = [readVersion(before), readVersion(after)]
  const refused = describeRefusal(from, to)
  return {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(refused !== undefined && { refused }),
  }
}

function readVersion(definition: unknown): string | undefined {
  const version = isRecord(definition) && isRecord(definition.info) ? definition.info.version : undefined
  return typeof version === 'string' || typeof version === 'number' ? String(version) : undefined
}

function describeRefusal(from: string | undefined, to: string | undefined): string | undefined {
  for (const version of [from, to]) {
    if (version === undefined) return 'there is no info.version to compare'
    if (parseMajor(version) === undefined)
      return `info.version ${JSON.stringify(version)} is not a version such as 2.0.0`
  }
  return (parseMajor(to) ?? 0) > (parseMajor(from) ?? 0)
    ? undefined
    : from === to
      ? `info.version is still ${to}`
      : `info.version went from ${from} to ${to}, which is not a new major version`
}

/**
 * The first number of `2`, `v2.1` or `2.0.0-rc.1`. Dates such as `2026-01-31`, and
 * versions that begin with a year, are none: their first number says nothing of clients.
 */
function parseMajor(version = ''): number | undefined {
  const number = '(?:0|[1-9]\\d{0,8})'
  const pattern = new RegExp(`^v?(${number})(?:\\.${number}(?:\\.${number}(?:[-+][\\w.+-]+)?)?)?$`, 'i')
  const [, major] = pattern.exec(version.trim()) ?? []
  return major === undefined || isDate(major) ? undefined : Number(major)
}

/** A year, or a day such as 20260131. */
function isDate(number: string): boolean {
  return /^(?:19|2\d)\d\d(?:[01]\d[0-3]\d)?$/.test(number)
}
