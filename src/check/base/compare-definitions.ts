import { isDeepStrictEqual } from 'node:util'
import type { Definition } from '../../core/model/asked.ts'
import { breakingRuleset } from '../../core/model/breaking.ts'
import type { Changelog, DefinitionDiff } from '../../core/model/definition-diff.ts'
import type { BreakingGap } from '../../core/model/gap.ts'
import { toPointer } from '../../core/model/identity.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { BaseDefinition } from '../../core/model/run.ts'
import { type Severity, severities } from '../../core/model/severity.ts'
import { contentId } from '../../core/text/digest.ts'
import { splitFile } from '../../engine/openapi/files.ts'
import type { BreakingChange } from '../breaking/api-change.ts'
import { breakingSeverity, definitionRemoved, getBreakingRule } from '../breaking/rules/index.ts'
import type { BreakingRule } from '../breaking/rules/rows.ts'
import { getDay } from '../world.ts'
import { type Base, type BasedRun, type Pair, pickNames, type RemovedDefinition } from './base.ts'
import { type ComparedVersions, compareVersions, createDiff } from './compare-versions.ts'
import { type ChangePlace, findTarget, locateChange, openVersion } from './definition-view.ts'
import { compareMajors } from './info-version.ts'

/** Tells what changed in definitions: as issues, and all of it for those that are `listed`. Throws GovError where a version cannot be read. */
export async function compareDefinitions(
  pairs: readonly Pair[],
  listed: readonly Pair[],
  { base, plan, world }: BasedRun,
) {
  const { policy } = plan.judgement
  const issues: Issue[] = []
  const allowed = new Map<Issue, string>()
  const versions = new Map<string, BaseDefinition['versions']>()
  const gaps: BreakingGap[] = []
  const diffs: DefinitionDiff[] = []
  const unknown: Changelog['unknown'][number][] = []
  const severityOf = (rule: BreakingRule) => breakingSeverity(rule, policy)
  for (const pair of pairs) {
    const { definition, baseFile } = pair
    const { file } = definition
    const oldVersion = await openVersion(baseFile, base.sources)
    const newVersion = await openVersion(file, world.sources)
    const listsAll = listed.includes(pair)
    const terms = { today: getDay(world), deprecationDays: policy.deprecation_days, listsAll }
    const compared = compareVersions({ oldVersion, newVersion }, terms)
    const { breaking, fault } = compared
    if (fault !== undefined) {
      gaps.push({ kind: 'breaking', ...pickNames(base), target: { file }, error: fault })
      unknown.push({ file, fault })
    } else if (listsAll) diffs.push(createDiff(compared))
    const newIssues = breaking.flatMap((change) => toIssue(change, severityOf, definition, compared, base))
    issues.push(...newIssues)
    if (policy.breaking_allowed !== 'major' || newIssues.length === 0) continue
    const majors = compareMajors(oldVersion.view.root, newVersion.view.root)
    versions.set(file, majors)
    if (majors.refused !== undefined) continue
    for (const issue of newIssues) allowed.set(issue, `info.version went from ${majors.from} to ${majors.to}`)
  }
  // A removed definition has no new version that could allow its removal.
  const severity = severityOf(definitionRemoved)
  if (severity !== 'off')
    for (const removed of base.removed) issues.push(createRemovedIssue(removed, severity))
  return { breaking: { issues, allowed, versions, gaps }, diffs, unknown }
}

/** A breaking change as an issue of the file that holds its place now. None where its rule is off. */
function toIssue(
  change: BreakingChange,
  severityOf: (rule: BreakingRule) => Severity | 'off',
  definition: Definition,
  compared: ComparedVersions,
  base: Base,
): readonly Issue[] {
  const rule = getBreakingRule(change.rule)
  const severity = severityOf(rule)
  if (severity === 'off') return []
  const { now, old } = locateChange(change, compared)
  const { file, path, line, column, location } = now
  const message = `${change.message}${describeOldPlace(change, compared)}`
  const api_id = definition.api_id ?? definition.file
  const isPart = file !== definition.file
  return [
    {
      _id: contentId([api_id, isPart ? file : '', rule.id, toPointer(path), message], 16),
      api_id,
      ...pickRule(rule, severity),
      message,
      path: path.join('.'),
      ...(path.some((key) => String(key).includes('.')) && { pointer: toPointer(path) }),
      file,
      ...(isPart && { definition: definition.file }),
      location,
      ...(change.operations && { operations: [...change.operations] }),
      ...(change.values && { values: [...change.values] }),
      line,
      column,
      ...(old && base.kind !== 'saved' && { old_place: toOldPlace(old, base) }),
    },
  ]
}

/** The lines of a saved API are those of no file that anybody has. */
function toOldPlace({ file, line, column }: ChangePlace, { kind, name }: Base) {
  return { ...(kind === 'git' && { base: name }), file, line, column }
}

/** The issue of a removed definition is in the removed file, as nothing else points to it. */
function createRemovedIssue({ file, api_id = file }: RemovedDefinition, severity: Severity): Issue {
  return {
    _id: contentId([api_id, definitionRemoved.id], 16),
    api_id,
    ...pickRule(definitionRemoved, severity),
    message: `Definition \`${file}\` was removed`,
    path: '',
    file,
  }
}

function pickRule({ id, title, fix }: BreakingRule, severity: Severity) {
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

/** The old place, if it is gone and the issue has another. Without its line, which would change the identity when the base moves on. */
function describeOldPlace(
  { path: now, oldPath }: BreakingChange,
  { oldVersion, newVersion }: ComparedVersions,
) {
  if (findTarget(oldPath, newVersion.view) || isDeepStrictEqual(now, oldPath)) return ''
  const { name, path } = splitFile(oldPath, oldVersion.view.files)
  return ` (was at ${path.join('.')}${name === undefined ? '' : ` of ${name}`})`
}
