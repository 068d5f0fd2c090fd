import { isDeepStrictEqual } from 'node:util'
import type { BaseDefinition, BreakingVersions } from '../../core/model/base-run.ts'
import type { BreakingGap } from '../../core/model/gap.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { Path } from '../../core/model/location.ts'
import { once } from '../../core/model/once.ts'
import type { Policy } from '../../core/model/policy.ts'
import { isObject, isRecord, iterateValues } from '../../core/model/record.ts'
import type { SourceDocument } from '../../core/model/source-document.ts'
import { isExtension, isInData, isNameMap } from '../../engine/file-reference.ts'
import { type DocumentPlace, listAncestors, refPlaces } from '../../engine/ref-places.ts'
import { allValues, type ReferencedFiles } from '../../engine/referenced-files.ts'
import { stepRefs } from '../../engine/refs.ts'
import type { Breaking } from '../../gate/excuse/breaking.ts'
import { breakingChanges } from '../breaking/breaking-changes.ts'
import type { ApiSource } from '../breaking/document.ts'
import { isDecimal } from '../breaking/numbers.ts'
import { today, type World } from '../world.ts'
import { breakingRules, breakingSeverity, definitionRemoved } from './breaking-rules.ts'
import type { DefinitionView } from './definition-view.ts'
import { type Base, isTooDeep, type Pair, pickNames } from './evaluate-base.ts'
import { type DefinitionVersion, openVersion } from './locate-change.ts'
import { type ComparedVersions, removedIssue, toIssue } from './to-issue.ts'

/** Issues for breaking changes of the changed definitions. Throws GovError where a version cannot be read. */
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

/** A removed definition has no new version that could allow its removal. */
function removedIssues({ removed }: Base, policy: Policy): readonly Issue[] {
  const severity = breakingSeverity(definitionRemoved, policy)
  return severity === 'off' ? [] : removed.map((definition) => removedIssue(definition, severity))
}

async function compared(
  { definition, baseFile }: Pair,
  base: Base,
  policy: Policy,
  world: Pick<World, 'sources' | 'now'>,
) {
  const [before, after] = [
    await openVersion(baseFile, base.sources),
    await openVersion(definition.file, world.sources),
  ]
  const versions = majorVersion(before.view.root, after.view.root)
  try {
    const [lost] = unknownReferences(before.view, after.view)
    return {
      issues: compareVersions({ definition, before, after }, base, policy, today(world.now())),
      versions,
      error: lost === undefined ? undefined : `the reference ${JSON.stringify(lost)} does not resolve`,
    }
  } catch (error) {
    if (!isTooDeep(error)) throw error
    return { issues: [], versions, error: 'it is nested too deeply' }
  }
}

function compareVersions(
  versions: ComparedVersions,
  base: Base,
  policy: Policy,
  day: string,
): readonly Issue[] {
  return breakingChanges(readSource(versions.before), readSource(versions.after), day).flatMap((change) => {
    const rule = breakingRules.find(({ id }) => id === change.rule)
    if (rule === undefined) throw new Error(`there is no rule ${change.rule}`)
    const severity = breakingSeverity(rule, policy)
    return severity === 'off' ? [] : [toIssue({ change, rule, severity }, versions, base)]
  })
}

/**
 * References that the change broke. In a changed definition also those to files that both versions lack,
 * because nobody can tell what is behind them. A URL leads to the same document from both.
 */
export function unknownReferences(before: DefinitionView, after: DefinitionView): readonly string[] {
  const known = new Set(listUnresolved(before))
  const isChanged = !isDeepStrictEqual(before.root, after.root)
  return listUnresolved(after).filter((ref) => !known.has(ref) || (isChanged && isFile(ref)))
}

function isFile(ref: string): boolean {
  return !/^(?:#|[a-z][a-z\d+.-]*:|\/\/)/i.test(ref)
}

function listUnresolved(view: DefinitionView): readonly string[] {
  return allValues(view.root, view.files).flatMap((each) =>
    refPlaces(each)
      .filter((place) => !isInData(place) && view.follow(place.value) === undefined)
      .filter((place) => !isOnlyInExtension(place, view))
      .map(({ ref }) => ref),
  )
}

/** Extensions are compared only as far as references lead into them. Where these name a map of properties, its keys are names. */
function isOnlyInExtension(place: DocumentPlace, { usesOf }: DefinitionView): boolean {
  const all = listAncestors(place)
  const start = all.findLastIndex((at) => isExtension(at) && !isWebhooks(at))
  if (start === -1) return false
  const isNames = usesOf(all[start + 1]?.value).some((path) => isNameMap(path.at(-1)))
  return !isNames && all.slice(0, start + 1).every(({ value }) => usesOf(value).length === 0)
}

function isWebhooks({ key, parent }: DocumentPlace): boolean {
  return key === 'x-webhooks' && parent?.parent === undefined
}

/** What `info.version` says at the base and now, and whether that is a new major version. */
function majorVersion(before: unknown, after: unknown): BreakingVersions {
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

export function readSource({ document, view }: DefinitionVersion): ApiSource {
  return apiSource(document, view.files)
}

/** A definition as breaking changes are looked for in it: reference by reference, and with the digits of its numbers. */
export function apiSource(document: SourceDocument, files: ReferencedFiles): ApiSource {
  const places = once(() => findHolders([document, ...files.documents.values()].filter(hasLongNumbers)))
  return {
    root: document.value,
    step: stepRefs(document.value, files),
    digits: (holder, key) => {
      const place = places().get(holder)
      return place && readDigits(place.document, [...place.path, key])
    },
  }
}

/** Only of such texts the places are looked up: that takes time. */
function hasLongNumbers({ text }: SourceDocument): boolean {
  return /[\d._]{16}|\de[-+]?\d{3}|0[xo][\da-f_]{14}|0b[01_]{53}/i.test(text)
}

interface SourcePlace {
  readonly document: SourceDocument
  readonly path: Path
}

/** Where objects and lists are written, also those that YAML has under several paths. */
function findHolders(documents: readonly SourceDocument[]): ReadonlyMap<unknown, SourcePlace> {
  const found = new Map<unknown, SourcePlace>()
  for (const document of documents)
    for (const { path, value } of iterateValues(document.value))
      if (isObject(value) && !found.has(value)) found.set(value, { document, path })
  return found
}

function readDigits(document: SourceDocument, path: Path): string | undefined {
  const digits = plainDigits(aliased(document.textOf(path).trim(), document))
  return isDecimal(digits) ? digits : undefined
}

function aliased(written: string, { text }: SourceDocument): string {
  if (!written.startsWith('*')) return written
  const anchors = [...text.matchAll(/&([^\s,[\]{}]+)\s+([^\s,\]}]+)/g)]
  return anchors.findLast(([, name]) => name === written.slice(1))?.[2] ?? written
}

/** Without a tag, an anchor or the quotes that a tagged number may have. YAML has hexadecimal, octal and binary numbers, too. */
function plainDigits(written: string): string {
  const number = written
    .replace(/^(?:[!&]\S+\s+)*/, '')
    .replace(/^(["'])(.*)\1$/, '$2')
    .replaceAll('_', '')
  const [, sign = '', digits] = /^([-+]?)(0[xob][\da-f]+)$/i.exec(number) ?? []
  return digits === undefined ? number : `${sign}${BigInt(digits.toLowerCase())}`
}
