import { once } from '../core/model/once.ts'
import { hasPlaceholder } from '../core/model/placeholder.ts'
import { iterateValues } from '../core/model/record.ts'
import type { Severity } from '../core/model/severity.ts'
import type { PlacedKeyFault, SourceDocument } from '../core/model/source-document.ts'
import { invalidRef, looseYaml, parser, placeholder, textRef } from './document-rules.ts'
import { capitalize, quote } from './print.ts'
import { isTextPlace } from './references/file-reference.ts'
import { filePart, getRef, isSelf } from './references/pointer.ts'
import { listDynamicPlaces, listRefPlaces, type RefPlace, toPath } from './references/ref-places.ts'
import { isTextFile, type ReferencedFiles, splitFile } from './references/referenced-files.ts'
import { createRefs, findBase, followRefs, stepToTarget } from './references/refs.ts'
import { findUncheckedIssues } from './references/unchecked-siblings.ts'
import type { EngineIssue, ParserOptions, Rule } from './rule.ts'

/** The document itself, or a file that it refers to, in which an issue is found. */
export interface DocumentPart {
  readonly name: string | undefined
  readonly document: SourceDocument
}

/**
 * Problems of the document itself, whatever the ruleset, under Spectral's names: `parser` for keys that are ambiguous or
 * read as text and for YAML that some readers refuse, `invalid-ref` for a `$ref` that does not resolve. What these stand
 * for is unchecked, so both are errors, unless the ruleset's `parserOptions` set another severity for keys.
 * `unchecked-operation`, `unchecked-siblings` and `gov:placeholder` are gov's own.
 */
export function findDocumentIssues(
  document: SourceDocument,
  files: ReferencedFiles,
  options: ParserOptions = {},
  readRefs = () => createRefs(document.value, files),
): EngineIssue[] {
  const parts: readonly DocumentPart[] = [
    { name: undefined, document },
    ...[...files.documents].map(([name, part]) => ({ name, document: part })),
  ]
  const dangling = findDanglingRefs(parts, document.value, files)
  const outside = parts.flatMap((part) => findOutsideRefs(part, document.value))
  return [
    ...parts.flatMap((part) => [
      ...findKeyIssues(part, options),
      ...quoteIssues(part),
      ...findLooseIssues(part),
    ]),
    ...dangling,
    ...findTextRefIssues(parts, document.value, files),
    ...outside,
    ...findUncheckedIssues(document, files, readRefs),
    ...parts.flatMap(({ name, document: part }) => findPlaceholderIssues(part, name)),
  ]
}

function findKeyIssues({ name, document }: DocumentPart, options: ParserOptions): EngineIssue[] {
  const issues = document.keyFaults().flatMap(({ path, kind, location }) => {
    const severity = chooseSeverity(kind, name, options)
    if (severity === 'off') return []
    const message = describeKeyFault(kind, String(path.at(-1)))
    return [{ rule: { ...parser, severity }, message, path, location, file: name }]
  })
  const seen = new Set<string>()
  return issues.filter(({ path, message }) => {
    const { size } = seen
    return seen.add(JSON.stringify([path, message])).size > size
  })
}

function quoteIssues({ name: file, document }: DocumentPart): EngineIssue[] {
  return document.lostQuotes().map(({ path, location, reason }) => ({
    rule: parser,
    message: capitalize(reason),
    path,
    location,
    file,
  }))
}

/** At the root, so that a baseline knows the issue while any such place is left. A lost quote comes before these. */
function findLooseIssues({ name: file, document }: DocumentPart): EngineIssue[] {
  if (document.lostQuotes().length > 0) return []
  return document.loosePlaces().map(({ location, reason }) => ({
    rule: looseYaml,
    message: capitalize(reason),
    path: [],
    location,
    file,
  }))
}

/** As Spectral has it, a key that is not a string is only a warning in another file than the document. */
function chooseSeverity(
  kind: PlacedKeyFault['kind'],
  file: string | undefined,
  { duplicateKeys = 'error', incompatibleValues = file === undefined ? 'error' : 'warn' }: ParserOptions,
): Severity | 'off' {
  if (kind !== 'repeated') return incompatibleValues
  return duplicateKeys === 'off' ? 'hint' : duplicateKeys
}

function describeKeyFault(kind: PlacedKeyFault['kind'], key: string): string {
  return kind === 'repeated'
    ? `Key ${quote(key)} is duplicated: only its last value counts`
    : `Key ${quote(key)} is read as a ${kind}, not as a string: put it in quotes`
}

interface UnresolvedReference {
  /** The reference that does not resolve: the last of a chain. */
  readonly at: object
  /** The missing target: references that lead to the same one are reported once. */
  readonly place: string
  readonly reason: string
}

/** One issue for each place that is not there, at the reference that the message quotes: a chain may begin elsewhere. */
function findDanglingRefs(
  parts: readonly DocumentPart[],
  root: unknown,
  files: ReferencedFiles,
): EngineIssue[] {
  const follow = followRefs(root, files)
  const reported = new Set<string>()
  const written = once(() => listWrittenRefs(parts))
  return parts.flatMap((part) =>
    listDistinctRefs(part.document.value).flatMap((place) => {
      const fault = follow(place.value) ? undefined : describeRefFault(place.value, root, files, follow)
      if (!fault || reported.has(fault.place)) return []
      reported.add(fault.place)
      return [createRefIssue(invalidRef, fault.reason, written().get(fault.at) ?? { part, place })]
    }),
  )
}

/**
 * A reference to a text is an error where an object is expected, which would go unchecked. Else it is what other tools may read
 * otherwise: one issue for each text, at the first reference to it.
 */
function findTextRefIssues(
  parts: readonly DocumentPart[],
  root: unknown,
  files: ReferencedFiles,
): readonly EngineIssue[] {
  if (![...files.documents.keys()].some(isTextFile)) return []
  const follow = followRefs(root, files)
  const reported = new Set<string>()
  return parts.flatMap((part) =>
    listRefPlaces(part.document.value).flatMap((place) => {
      const target = follow(place.value)
      const { name = '' } = splitFile(target?.path ?? [], files)
      if (!target || !isTextFile(name)) return []
      if (!isTextPlace(place))
        return [
          createRefIssue(invalidRef, `${quote(place.ref)} leads to a text, and an object is expected here`, {
            part,
            place,
          }),
        ]
      if (reported.has(name)) return []
      reported.add(name)
      return [
        createRefIssue(textRef, `${quote(place.ref)} is read as a text, which not all tools do`, {
          part,
          place,
        }),
      ]
    }),
  )
}

interface WrittenRef {
  readonly part: DocumentPart
  readonly place: RefPlace
}

function listWrittenRefs(parts: readonly DocumentPart[]): ReadonlyMap<object, WrittenRef> {
  return new Map(
    parts.flatMap((part) =>
      listRefPlaces(part.document.value)
        .toReversed()
        .map((place) => [place.value, { part, place }] as const),
    ),
  )
}

function createRefIssue(rule: Rule, message: string, { part, place }: WrittenRef): EngineIssue {
  const path = [...toPath(place), '$ref']
  return { rule, message, path, location: part.document.locate(path), file: part.name }
}

/** A `$dynamicRef` that leads to another file or URL: what is there is not checked. */
function findOutsideRefs({ document, name }: DocumentPart, root: unknown): EngineIssue[] {
  const places = listDynamicPlaces(document.value).filter(({ ref }) => {
    const file = filePart(ref)
    return file !== '' && !isSelf(file, root, name === undefined)
  })
  return places.map(({ at, keyword, ref }) => {
    const path = [...toPath(at), keyword]
    const message = `${quote(ref)}: only \`$ref\` is followed into other files`
    return { rule: invalidRef, message, path, location: document.locate(path), file: name }
  })
}

/** The first of those references of a file that are alike: they lead to the same. */
function listDistinctRefs(root: unknown): RefPlace[] {
  const known = new Set<string>()
  return listRefPlaces(root).filter(({ ref }) => {
    const { size } = known
    return known.add(ref).size > size
  })
}

/** Follows the chain of references that begins with `value`. A cycle is not a fault. */
function describeRefFault(
  value: unknown,
  root: unknown,
  files: ReferencedFiles,
  follow: ReturnType<typeof followRefs>,
): UnresolvedReference | undefined {
  const seen = new Set<unknown>()
  for (let at = value; ; ) {
    const ref = getRef(at)
    if (ref === undefined || seen.has(at)) return undefined
    seen.add(at)
    const base = findBase(Object(at), root, files)
    if (!base) return createUnreadableFault(Object(at), ref, files)
    const target = stepToTarget(base, ref, follow)
    if (!target)
      return {
        at: Object(at),
        place: base.path.join() + ref.slice(ref.indexOf('#')),
        reason: `${quote(ref)} does not resolve`,
      }
    at = target.value
  }
}

function createUnreadableFault(at: object, ref: string, files: ReferencedFiles): UnresolvedReference {
  const file = filePart(ref)
  const holder = files.holder(at)
  const found = files.findFileName(holder, file)
  return {
    at,
    place: `${holder ?? ''} ${file}`,
    reason: `${quote(ref)}: ${'fault' in found ? found.fault : ''}`,
  }
}

/**
 * A text that may hold a placeholder: by its letters, or with an escaped letter or a line broken within a word, with which it says
 * what its letters do not show.
 */
const mayHold = /gov-fix|\\(?:u00[2-7]|U000000[2-7]|x[2-7]|(?<=[TODgovfixinald.():-]\\)\r?\n)/

/** One issue for each text, wherever it stands, that still holds what gov wrote for a person to complete. */
function findPlaceholderIssues(document: SourceDocument, file: string | undefined): EngineIssue[] {
  if (!mayHold.test(document.text)) return []
  return [...iterateValues(document.value)].flatMap(({ path, value }) =>
    typeof value === 'string' && hasPlaceholder(value)
      ? [{ rule: placeholder, message: 'Text is a placeholder', path, location: document.locate(path), file }]
      : [],
  )
}
