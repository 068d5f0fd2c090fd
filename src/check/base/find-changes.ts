import { isDeepStrictEqual } from 'node:util'
import type { Definition } from '../../core/model/asked.ts'
import { breakingRuleset } from '../../core/model/breaking.ts'
import type { Changelog, DefinitionDiff } from '../../core/model/definition-diff.ts'
import type { BreakingGap } from '../../core/model/gap.ts'
import { toPointer } from '../../core/model/identity.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { Policy } from '../../core/model/policy.ts'
import type { BaseDefinition, BreakingVersions } from '../../core/model/run.ts'
import { type Severity, severities } from '../../core/model/severity.ts'
import { contentId } from '../../core/text/digest.ts'
import { splitFile } from '../../engine/openapi/files.ts'
import type { Breaking } from '../../gate/excuse/breaking.ts'
import type { BreakingChange } from '../breaking/api-change.ts'
import { breakingSeverity, definitionRemoved, getBreakingRule } from '../breaking/rules/index.ts'
import type { BreakingRule } from '../breaking/rules/rows.ts'
import { getDay, type World } from '../world.ts'
import { compareVersions } from './compare-versions.ts'
import { createDiff, readInfo } from './create-diff.ts'
import {
  type ChangePlace,
  type DefinitionVersion,
  type DefinitionView,
  findTarget,
  locateChange,
  openVersion,
} from './definition-view.ts'
import { type Base, type Pair, pickNames } from './evaluate-base.ts'
import type { RemovedDefinition } from './removed-definitions.ts'

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
  world: Pick<World, 'sources' | 'now' | 'day'>,
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
  world: Pick<World, 'sources' | 'now' | 'day'>,
) {
  const [oldVersion, newVersion] = [
    await openVersion(baseFile, base.sources),
    await openVersion(definition.file, world.sources),
  ]
  const found = compareVersions(oldVersion, newVersion, {
    today: getDay(world),
    deprecationDays: policy.deprecation_days,
    listsAll,
  })
  const issues = found.breaking.flatMap((change): Issue | readonly Issue[] => {
    const rule = getBreakingRule(change.rule)
    const severity = breakingSeverity(rule, policy)
    return severity === 'off'
      ? []
      : toIssue({ change, rule, severity }, { definition, oldVersion, newVersion }, base)
  })
  return {
    issues,
    diff: listsAll && found.fault === undefined ? createDiff(found, oldVersion, newVersion) : undefined,
    versions: majorVersion(oldVersion.view.root, newVersion.view.root),
    fault: found.fault,
  }
}

/** What `info.version` says at the base and now, and whether that is a new major version. */
function majorVersion(oldRoot: unknown, newRoot: unknown): BreakingVersions {
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

interface FoundChange {
  readonly change: BreakingChange
  readonly rule: BreakingRule
  readonly severity: Severity
}

/** Both versions of a definition, for the issues of its changes. */
interface ComparedVersions {
  readonly definition: Definition
  readonly oldVersion: DefinitionVersion
  readonly newVersion: DefinitionVersion
}

/** A breaking change as an issue of the file that holds its place now. */
function toIssue(
  { change, rule, severity }: FoundChange,
  { definition, oldVersion, newVersion }: ComparedVersions,
  base: Pick<Base, 'kind' | 'name'>,
): Issue {
  const { now, old } = locateChange(change.path, change.oldPath, oldVersion, newVersion)
  const { file, path, line, column, location } = now
  const message = `${change.message}${findOldPlace(change, oldVersion.view, newVersion.view)}`
  const api_id = definition.api_id ?? definition.file
  const isPart = file !== definition.file
  return {
    _id: contentId([api_id, isPart ? file : '', rule.id, toPointer(path), message], 16),
    api_id,
    ...ofRule(rule, severity),
    message,
    path: path.join('.'),
    ...(path.some((key) => String(key).includes('.')) && { pointer: toPointer(path) }),
    file,
    ...(isPart && { definition: definition.file }),
    location,
    ...(change.operations && { operations: [...change.operations] }),
    line,
    column,
    ...(old && base.kind !== 'saved' && { old_place: toOldPlace(old, base) }),
  }
}

/** The lines of a saved API are those of no file that anybody has. */
function toOldPlace({ file, line, column }: ChangePlace, { kind, name }: Pick<Base, 'kind' | 'name'>) {
  return { ...(kind === 'git' && { base: name }), file, line, column }
}

/** The issue of a removed definition is in the removed file, as nothing else points to it. */
function removedIssue({ file, api_id }: RemovedDefinition, severity: Severity): Issue {
  return {
    _id: contentId([api_id ?? file, definitionRemoved.id], 16),
    api_id: api_id ?? file,
    ...ofRule(definitionRemoved, severity),
    message: `Definition \`${file}\` was removed`,
    path: '',
    file,
  }
}

function ofRule({ id, title, fix }: BreakingRule, severity: Severity) {
  return {
    ruleset_id: breakingRuleset,
    ruleset_name: 'Breaking changes',
    rule_id: id,
    rule_summary: title,
    how_to_fix: fix,
    severity,
    severity_order: severities.indexOf(severity) + 1,
  }
}

/**
 * The old place, if it is gone and the issue has another. Without its line, which would give the issue
 * another identity when the base moves on.
 */
function findOldPlace(
  { path: now, oldPath }: BreakingChange,
  oldView: DefinitionView,
  newView: DefinitionView,
) {
  if (findTarget(oldPath, newView) || isDeepStrictEqual(now, oldPath)) return ''
  const { name, path } = splitFile(oldPath, oldView.files)
  return ` (was at ${path.join('.')}${name === undefined ? '' : ` of ${name}`})`
}
