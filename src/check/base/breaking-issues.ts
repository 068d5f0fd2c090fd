import { isDeepStrictEqual } from 'node:util'
import type { BaseDefinition } from '../../core/model/base-run.ts'
import type { BreakingGap } from '../../core/model/gap.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { Policy } from '../../core/model/policy.ts'
import type { SourceDocument } from '../../core/model/source-document.ts'
import { isInData } from '../../engine/file-reference.ts'
import { refPlaces } from '../../engine/ref-places.ts'
import type { Breaking } from '../../gate/excuse/breaking.ts'
import { breakingChanges } from '../breaking/breaking-changes.ts'
import { today, type World } from '../world.ts'
import { apiSource } from './api-source.ts'
import { breakingRules, breakingSeverity, definitionRemoved } from './breaking-rules.ts'
import { type DefinitionView, viewDefinition } from './definition-view.ts'
import { type Base, isTooDeep, type Pair, pickNames } from './evaluate-base.ts'
import { majorVersion } from './major-version.ts'
import { type ComparedFiles, removedIssue, toIssue } from './to-issue.ts'

/** What the changed definitions break. Throws GovError where a version cannot be read. */
export async function breakingIssues(
  pairs: readonly Pair[],
  base: Base,
  policy: Policy,
  world: Pick<World, 'sources' | 'now'>,
): Promise<Breaking> {
  const issues: Issue[] = []
  const allowed = new Map<Issue, string>()
  const versions = new Map<string, BaseDefinition['versions']>()
  const gaps: BreakingGap[] = []
  for (const pair of pairs) {
    const { file } = pair.definition
    const found = await compared(pair, base, policy, world)
    if (found.error !== undefined)
      gaps.push({ kind: 'breaking', ...pickNames(base), target: { file }, error: found.error })
    issues.push(...found.issues)
    if (policy.breaking_allowed !== 'major' || found.issues.length === 0) continue
    versions.set(file, found.versions)
    if (found.versions.refused !== undefined) continue
    const reason = `info.version went from ${found.versions.from} to ${found.versions.to}`
    for (const issue of found.issues) allowed.set(issue, reason)
  }
  return { issues: [...issues, ...removedIssues(base, policy)], allowed, versions, gaps }
}

/** No version of theirs is left that could allow it. */
function removedIssues({ removed }: Base, policy: Policy): readonly Issue[] {
  const severity = breakingSeverity(definitionRemoved, policy)
  return severity === 'off' ? [] : removed.map((definition) => removedIssue(definition, severity))
}

async function compared(
  { definition, baseFile }: Pair,
  { sources }: Base,
  policy: Policy,
  world: Pick<World, 'sources' | 'now'>,
) {
  const [before, after] = [
    await viewDefinition(baseFile, sources),
    await viewDefinition(definition.file, world.sources),
  ]
  const { document: former } = await sources.readDefinition(baseFile)
  const { document } = await world.sources.readDefinition(definition.file)
  const versions = majorVersion(before.root, after.root)
  try {
    const [lost] = unknownReferences(before, after)
    return {
      issues: compareVersions({ definition, document, before, after }, former, policy, today(world.now())),
      versions,
      error: lost === undefined ? undefined : `the reference ${JSON.stringify(lost)} does not resolve`,
    }
  } catch (error) {
    if (!isTooDeep(error)) throw error
    return { issues: [], versions, error: 'it is nested too deeply' }
  }
}

function compareVersions(
  versions: ComparedFiles,
  former: SourceDocument,
  policy: Policy,
  day: string,
): readonly Issue[] {
  const { before, after, document } = versions
  const sources = [apiSource(former, before.files), apiSource(document, after.files)] as const
  return breakingChanges(...sources, day).flatMap((change) => {
    const rule = breakingRules.find(({ id }) => id === change.rule)
    if (rule === undefined) throw new Error(`there is no rule ${change.rule}`)
    const severity = breakingSeverity(rule, policy)
    return severity === 'off' ? [] : [toIssue({ change, rule, severity }, versions)]
  })
}

/**
 * References that do not resolve since the change, and in a changed definition those to files that are missing in both
 * versions: nobody can tell what is behind them. What a URL leads to is the same for both.
 */
function unknownReferences(before: DefinitionView, after: DefinitionView): readonly string[] {
  const known = new Set(listUnresolved(before))
  const isChanged = !isDeepStrictEqual(before.root, after.root)
  return listUnresolved(after).filter((ref) => !known.has(ref) || (isChanged && isFile(ref)))
}

function isFile(ref: string): boolean {
  return !/^(?:#|[a-z][a-z\d+.-]*:|\/\/)/i.test(ref)
}

function listUnresolved({ root, files, follow }: DefinitionView): readonly string[] {
  const roots = [root, ...[...files.documents.values()].map(({ value }) => value)]
  return roots.flatMap((each) =>
    [...refPlaces(each)]
      .filter((place) => !isInData(place) && follow(place.value) === undefined)
      .map(({ ref }) => ref),
  )
}
