import type { Location } from '../../core/model/location.ts'
import { getValue, isRecord, toList } from '../../core/model/record.ts'
import type { SourceDocument } from '../../core/model/source-document.ts'
import { addToGroup } from '../../core/text/group-by.ts'
import { shorten } from '../print.ts'
import type { EngineIssue } from '../rule.ts'
import { groupByCycle } from './cycles.ts'
import type { WholeDocument } from './document.ts'
import { circularReferences, invalidRef, resolvingReferences } from './document-rules.ts'
import { collectValues, findPart, type ReferencedFiles } from './files.ts'
import { listRefPlaces, type RefPlace, toPath } from './places.ts'
import { getRef } from './pointer.ts'
import { readReferences } from './references.ts'
import { findLoops, isInChoice, isRead, type LoopReference } from './vacuum-loops.ts'

/** The issues of a document as vacuum has them: one about a reference that does not resolve is not there twice. */
export function addReferenceIssues(
  issues: readonly EngineIssue[],
  document: SourceDocument,
  files: ReferencedFiles,
): EngineIssue[] {
  const own = findReferenceIssues(document, files)
  const readIssueText = ({ path }: EngineIssue) => getValue(document.value, path)
  const texts = new Set(own.filter(({ rule }) => rule === resolvingReferences).map(readIssueText))
  const isOther = (issue: EngineIssue) =>
    issue.rule !== invalidRef || issue.file !== undefined || !texts.has(readIssueText(issue))
  return [...issues.filter(isOther), ...own]
}

/**
 * vacuum's own issues about references, whatever the ruleset: `circular-references`, and `resolving-references` for those
 * that do not resolve, or never end because every step is required.
 */
function findReferenceIssues(document: SourceDocument, files: ReferencedFiles): EngineIssue[] {
  const root = document.value
  const { references, all, followReference } = listReferences({ root, files })
  const { loops, lost } = findLoops(all, listSharedSchemas(root))
  const endless = findEndless(
    loops.map(({ target }) => target),
    followReference,
  )
  const last = findLastOutsideChoices(all)
  const own = new Set(references.map(({ at }) => at))
  const open = ({ value }: RefPlace) => {
    const file = files.holder(value)
    return { file, part: findPart(file, document, files) }
  }
  return [
    ...loops.map((loop) =>
      loop.isChoice
        ? createChoiceIssue(loop.by, open(loop.by))
        : createLoopIssue(loop.by, last.get(loop.target), endless.has(loop.target), open),
    ),
    ...findLostIssues(
      references,
      lost.filter((at) => own.has(at)),
      document,
    ),
  ]
}

/** The document, or the file, in which a reference stands. */
interface Holder {
  readonly file: string | undefined
  readonly part: SourceDocument
}

/** The references of the document itself, and with them those of its files: a circle may go through several. */
function listReferences({ root, files }: WholeDocument) {
  const { step } = readReferences(root, files)
  const stepToReference = (at: object) => (getRef(at) === '' ? undefined : step(at))
  const followReference = (at: object) => {
    const target = stepToReference(at)?.value
    return typeof target === 'object' && target !== null ? target : undefined
  }
  const listTargets = (part: unknown) =>
    listRefPlaces(part).flatMap((at): readonly LoopReference[] => {
      const target = followReference(at.value)
      return target || !stepToReference(at.value) ? [{ at, target }] : []
    })
  const [references = [], ...others] = collectValues(root, files).map(listTargets)
  return { references, all: [...references, ...others.flat()], followReference }
}

function listSharedSchemas(root: unknown): readonly object[] {
  const schemas = getValue(root, ['components', 'schemas']) ?? getValue(root, ['definitions'])
  return isRecord(schemas) ? Object.values(schemas).filter((schema) => isRecord(schema)) : []
}

function findLastOutsideChoices(references: readonly LoopReference[]): ReadonlyMap<unknown, RefPlace> {
  const seen = references.filter(({ at }) => isRead(at) && !isInChoice(at))
  return new Map(seen.map(({ at, target }) => [target, at]))
}

/** At the choice that closes the chain. */
function createChoiceIssue(by: RefPlace, { file, part }: Holder): EngineIssue {
  const path = toPath(by).slice(0, -1)
  return { rule: circularReferences, message: leadsBack(by), path, location: part.locate(path), file }
}

/** At what holds the last reference outside of choices, or else at the first line. */
function createLoopIssue(
  by: RefPlace,
  last: RefPlace | undefined,
  isEndless: boolean,
  open: (at: RefPlace) => Holder,
): EngineIssue {
  const path = last?.parent ? toPath(last.parent) : []
  const { file, part } = open(last ?? by)
  const place = { path, location: part.locateStart(path), file }
  if (!isEndless) return { rule: circularReferences, message: leadsBack(by), ...place }
  return {
    rule: resolvingReferences,
    message: `${leadsBack(by)}, all required: no value can end`,
    ...place,
  }
}

function leadsBack({ ref }: RefPlace): string {
  return `References lead from \`${shorten(ref)}\` back to it`
}

/** Of the references to what is not there, for each text the first outside of choices and the last inside of them. */
export function findLostReferences(whole: WholeDocument): readonly RefPlace[] {
  return countLost(listReferences(whole).references)
}

function countLost(references: readonly LoopReference[]): readonly RefPlace[] {
  const lost = references.filter(({ at, target }) => target === undefined && isRead(at)).map(({ at }) => at)
  const [parts, others] = [lost.filter(isInChoice), lost.filter((at) => !isInChoice(at))]
  return [...sortByText(others.toReversed()), ...sortByText(parts)]
}

/** Those, and wherever a chain met one. */
function findLostIssues(
  references: readonly LoopReference[],
  met: readonly RefPlace[],
  document: SourceDocument,
): EngineIssue[] {
  const issues = [
    ...countLost(references).map((at) => createLostIssue(at, document.locateStart(toPath(at)))),
    ...met.map((at) => createLostIssue(at, document.locate([...toPath(at), '$ref']))),
  ]
  const byLine = new Map(issues.map((issue) => [`${issue.message} ${issue.location.start_line}`, issue]))
  return [...byLine.values()]
}

/** The last of each text. */
function sortByText(places: readonly RefPlace[]): readonly RefPlace[] {
  return [...new Map(places.map((at) => [at.ref, at])).values()]
}

function createLostIssue(at: RefPlace, location: Location): EngineIssue {
  const message = `\`${shorten(at.ref)}\` does not resolve`
  return { rule: resolvingReferences, message, path: [...toPath(at), '$ref'], location }
}

type Follow = (reference: object) => object | undefined

/** Which schemas never end, for required properties, as vacuum sees them, lead back to them or to one that requires itself. */
function findEndless(schemas: Iterable<object>, follow: Follow): ReadonlySet<object> {
  const edges = collectRequiredEdges(schemas, follow)
  const groups = groupByCycle(edges)
  const endless = new Set<object>()
  const holders = new Map<object, object[]>()
  const pending: object[] = []
  for (const [from, targets] of edges) {
    if (targets.has(from)) pending.push(from)
    for (const to of targets) {
      if (groups.get(from) === groups.get(to)) endless.add(from)
      addToGroup(holders, to, from)
    }
  }
  for (let at = pending.pop(); at; at = pending.pop()) {
    endless.add(at)
    pending.push(...(holders.get(at) ?? []))
    holders.delete(at)
  }
  return endless
}

function collectRequiredEdges(schemas: Iterable<object>, follow: Follow): Map<object, ReadonlySet<object>> {
  const edges = new Map<object, ReadonlySet<object>>()
  const pending = [...schemas]
  for (let at = pending.pop(); at; at = pending.pop()) {
    if (edges.has(at)) continue
    const targets = new Set(listRequiredRefs(at).flatMap((requiredRef) => follow(requiredRef) ?? []))
    edges.set(at, targets)
    pending.push(...targets)
  }
  return edges
}

/** Vacuum takes the items of required lists for required, and the choices of all properties. */
function listRequiredRefs(schema: unknown): object[] {
  if (!isRecord(schema)) return []
  const { required, properties } = schema
  const own = getRef(schema) === undefined ? [] : [schema]
  if (required === undefined || !isRecord(properties)) return own
  const inside = Object.values(properties).flatMap((property) => {
    if (!isRecord(property)) return []
    const chosen = ['allOf', 'oneOf', 'anyOf'].flatMap((name) =>
      toList(property[name]).flatMap(findRefOrItems),
    )
    return [...(property.properties === undefined ? [] : listRequiredRefs(property)), ...chosen]
  })
  const named = toList(required).flatMap((name) => findRefOrItems(properties[String(name)]))
  return [...own, ...inside, ...named]
}

function findRefOrItems(value: unknown): object[] {
  if (!isRecord(value)) return []
  if (getRef(value) !== undefined) return [value]
  return isRecord(value.items) && getRef(value.items) !== undefined ? [value.items] : []
}
