import type { Changelog, DefinitionDiff } from '../../core/model/definition-diff.ts'
import type { BreakingGap } from '../../core/model/gap.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { Policy } from '../../core/model/policy.ts'
import type { BaseDefinition, BreakingVersions } from '../../core/model/run.ts'
import type { Breaking } from '../../gate/excuse/breaking.ts'
import { today, type World } from '../world.ts'
import { breakingSeverity, definitionRemoved, getBreakingRule } from './breaking-rules.ts'
import { compareVersions } from './compare-versions.ts'
import { createDiff, readInfoVersion } from './create-diff.ts'
import { type Base, type Pair, pickNames } from './evaluate-base.ts'
import { openVersion } from './locate-change.ts'
import { removedIssue, toIssue } from './to-issue.ts'

interface FoundChanges {
  readonly breaking: Breaking
  readonly diffs: readonly DefinitionDiff[]
  readonly unknown: Changelog['unknown']
}

/** What changed in definitions: as issues, and all of it for those that are `listed`. Throws GovError where a version cannot be read. */
export async function findChanges(
  pairs: readonly Pair[],
  listed: readonly Pair[],
  base: Base,
  policy: Policy,
  world: Pick<World, 'sources' | 'now'>,
): Promise<FoundChanges> {
  const issues: Issue[] = []
  const allowed = new Map<Issue, string>()
  const versions = new Map<string, BaseDefinition['versions']>()
  const gaps: BreakingGap[] = []
  const diffs: DefinitionDiff[] = []
  const unknown: Changelog['unknown'][number][] = []
  for (const pair of pairs) {
    const { file } = pair.definition
    const isListed = listed.includes(pair)
    const found = await compareDefinition(pair, isListed, base, policy, world)
    if (found.diff) diffs.push(found.diff)
    if (found.fault !== undefined) {
      gaps.push({ kind: 'breaking', ...pickNames(base), target: { file }, error: found.fault })
      unknown.push({ file, fault: found.fault })
    }
    issues.push(...found.issues)
    if (policy.breaking_allowed !== 'major' || found.issues.length === 0) continue
    versions.set(file, found.versions)
    if (found.versions.refused !== undefined) continue
    const reason = `info.version went from ${found.versions.from} to ${found.versions.to}`
    for (const issue of found.issues) allowed.set(issue, reason)
  }
  const all = [...issues, ...removedIssues(base, policy)]
  return { breaking: { issues: all, allowed, versions, gaps }, diffs, unknown }
}

/** A removed definition has no new version that could allow its removal. */
function removedIssues({ removed }: Base, policy: Policy): readonly Issue[] {
  const severity = breakingSeverity(definitionRemoved, policy)
  return severity === 'off' ? [] : removed.map((definition) => removedIssue(definition, severity))
}

async function compareDefinition(
  { definition, baseFile }: Pair,
  listsAll: boolean,
  base: Base,
  policy: Policy,
  world: Pick<World, 'sources' | 'now'>,
) {
  const [before, after] = [
    await openVersion(baseFile, base.sources),
    await openVersion(definition.file, world.sources),
  ]
  const found = compareVersions(before, after, {
    today: today(world.now()),
    deprecationDays: policy.deprecation_days,
    listsAll,
  })
  const issues = found.breaking.flatMap((change): Issue | readonly Issue[] => {
    const rule = getBreakingRule(change.rule)
    const severity = breakingSeverity(rule, policy)
    return severity === 'off' ? [] : toIssue({ change, rule, severity }, { definition, before, after }, base)
  })
  return {
    issues,
    diff: listsAll && found.fault === undefined ? createDiff(found, before, after) : undefined,
    versions: majorVersion(before.view.root, after.view.root),
    fault: found.fault,
  }
}

/** What `info.version` says at the base and now, and whether that is a new major version. */
function majorVersion(before: unknown, after: unknown): BreakingVersions {
  const [from, to] = [readInfoVersion(before), readInfoVersion(after)]
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
