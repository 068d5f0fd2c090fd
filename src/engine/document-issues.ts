import { hasPlaceholder } from '../core/model/placeholder.ts'
import { iterateValues } from '../core/model/record.ts'
import type { Severity } from '../core/model/severity.ts'
import type { PlacedKeyFault, SourceDocument } from '../core/model/source-document.ts'
import { invalidRef, looseYaml, parser, placeholder } from './document-rules.ts'
import { filePart, getRef, isSelf } from './pointer.ts'
import { dynamicPlaces, pathOfPlace, type RefPlace, refPlaces } from './ref-places.ts'
import type { ReferencedFiles } from './referenced-files.ts'
import { createRefs, findBase, followRefs, stepToTarget } from './refs.ts'
import type { EngineIssue, ParserOptions } from './rule.ts'
import { uncheckedIssues } from './unchecked-siblings.ts'

/** Where an issue is found: in the document itself, or in a file that it refers to. */
export interface DocumentPart {
  readonly name: string | undefined
  readonly document: SourceDocument
}

/**
 * What is wrong with the document itself, whatever the ruleset asks, under the names that Spectral has for it:
 * `parser` for keys that do not mean what they seem to, or are read as text, and for YAML that some readers refuse, `invalid-ref` for a `$ref` that does not resolve. What such a
 * key or `$ref` stands for was not checked, so both are errors, unless the ruleset's `parserOptions` say otherwise of keys.
 * Ours are `unchecked-operation`, `unchecked-siblings` and `gov:placeholder`.
 */
export function documentIssues(
  document: SourceDocument,
  files: ReferencedFiles,
  options: ParserOptions = {},
  readRefs = () => createRefs(document.value, files),
): EngineIssue[] {
  const parts: readonly DocumentPart[] = [
    { name: undefined, document },
    ...[...files.documents].map(([name, part]) => ({ name, document: part })),
  ]
  const dangling = danglingRefs(parts, document.value, files)
  const outside = parts.flatMap((part) => outsideRefs(part, document.value))
  return [
    ...parts.flatMap((part) => [...keyIssues(part, options), ...quoteIssues(part), ...looseIssues(part)]),
    ...dangling,
    ...outside,
    ...uncheckedIssues(document, files, readRefs),
    ...parts.flatMap(({ name, document: part }) => placeholderIssues(part, name)),
  ]
}

function keyIssues({ name, document }: DocumentPart, options: ParserOptions): EngineIssue[] {
  const issues = document.keyFaults().flatMap(({ path, kind, location }) => {
    const severity = chooseSeverity(kind, options)
    if (severity === 'off') return []
    const message = keyMessage(kind, String(path.at(-1)))
    return [{ rule: { ...parser, severity }, message, path, location, file: name }]
  })
  const seen = new Set<string>()
  return issues.filter(({ path, message }) => {
    const { size } = seen
    return seen.add(JSON.stringify([path, message])).size > size
  })
}

function quoteIssues({ name: file, document }: DocumentPart): EngineIssue[] {
  return document
    .lostQuotes()
    .map(({ path, location, reason }) => ({ rule: parser, message: reason, path, location, file }))
}

/** At the root, so that a baseline knows the issue while any such place is left. A lost quote comes before these. */
function looseIssues({ name: file, document }: DocumentPart): EngineIssue[] {
  if (document.lostQuotes().length > 0) return []
  return document
    .loosePlaces()
    .map(({ location, reason }) => ({ rule: looseYaml, message: reason, path: [], location, file }))
}

function chooseSeverity(
  kind: PlacedKeyFault['kind'],
  { duplicateKeys = 'error', incompatibleValues = 'error' }: ParserOptions,
): Severity | 'off' {
  if (kind !== 'repeated') return incompatibleValues
  return duplicateKeys === 'off' ? 'hint' : duplicateKeys
}

function keyMessage(kind: PlacedKeyFault['kind'], key: string): string {
  return kind === 'repeated'
    ? `the key "${key}" is duplicated: only its last value counts`
    : `the key ${key} is read as a ${kind}, not as a string: put it in quotes`
}

interface Fault {
  /** What is not there: references that lead to the same place share one fault. */
  readonly place: string
  readonly reason: string
}

/** One issue for each place that is not there, at the first reference that leads to it. */
function danglingRefs(parts: readonly DocumentPart[], root: unknown, files: ReferencedFiles): EngineIssue[] {
  const follow = followRefs(root, files)
  const reported = new Set<string>()
  return parts.flatMap(({ document, name }) =>
    distinctRefs(document.value).flatMap((place) => {
      const fault = describeKeyFault(place.value, root, files, follow)
      if (!fault || reported.has(fault.place)) return []
      reported.add(fault.place)
      const path = [...pathOfPlace(place), '$ref']
      return [{ rule: invalidRef, message: fault.reason, path, location: document.locate(path), file: name }]
    }),
  )
}

/** A `$dynamicRef` that leads to another file or URL: what is there is not checked. */
function outsideRefs({ document, name }: DocumentPart, root: unknown): EngineIssue[] {
  const places = dynamicPlaces(document.value).filter(({ ref }) => {
    const file = filePart(ref)
    return file !== '' && !isSelf(file, root, name === undefined)
  })
  return places.map(({ at, keyword, ref }) => {
    const path = [...pathOfPlace(at), keyword]
    const message = `"${ref}": only $ref is followed into other files`
    return { rule: invalidRef, message, path, location: document.locate(path), file: name }
  })
}

/** The first of those references of a file that are alike: they lead to the same. */
function distinctRefs(root: unknown): RefPlace[] {
  const known = new Set<string>()
  return refPlaces(root).filter(({ ref }) => {
    const { size } = known
    return known.add(ref).size > size
  })
}

/** Follows the chain of references that begins with `value`. A cycle is not a fault. */
function describeKeyFault(
  value: unknown,
  root: unknown,
  files: ReferencedFiles,
  follow: ReturnType<typeof followRefs>,
): Fault | undefined {
  const seen = new Set<unknown>()
  for (let at = value; ; ) {
    const ref = getRef(at)
    if (ref === undefined || seen.has(at)) return undefined
    seen.add(at)
    const base = findBase(Object(at), root, files)
    if (!base) return unreadable(Object(at), ref, files)
    const target = stepToTarget(base, ref, follow)
    if (!target)
      return { place: base.path.join() + ref.slice(ref.indexOf('#')), reason: `"${ref}" does not resolve` }
    at = target.value
  }
}

function unreadable(at: object, ref: string, files: ReferencedFiles): Fault {
  const file = filePart(ref)
  const holder = files.holder(at)
  const found = files.findFrom(holder, file)
  return { place: `${holder ?? ''} ${file}`, reason: `"${ref}": ${'fault' in found ? found.fault : ''}` }
}

/** One issue for each text, wherever it stands, that still holds what gov wrote for a person to complete. */
function placeholderIssues(document: SourceDocument, file: string | undefined): EngineIssue[] {
  if (!hasPlaceholder(document.text)) return []
  return [...iterateValues(document.value)].flatMap(({ path, value }) =>
    typeof value === 'string' && hasPlaceholder(value)
      ? [{ rule: placeholder, message: 'Text is a placeholder', path, location: document.locate(path), file }]
      : [],
  )
}
