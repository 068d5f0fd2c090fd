import type { Path } from '../../core/model/location.ts'
import { hasPlaceholder } from '../../core/model/placeholder.ts'
import { findValues } from '../../core/model/record.ts'
import type { Severity } from '../../core/model/severity.ts'
import type { PlacedKeyFault, SourceDocument } from '../../core/model/source-document.ts'
import { listFirsts } from '../../core/text/group-by.ts'
import { capitalize, quote } from '../print.ts'
import type { EngineIssue, ParserOptions, Rule } from '../rule.ts'
import { isTextPlace } from './data-places.ts'
import { invalidRef, looseYaml, parser, placeholder, strayCharacter, textRef } from './document-rules.ts'
import { isTextFile, type ReferencedFiles, splitFile } from './files.ts'
import { describeMisplaced, listRootReferences } from './placement.ts'
import { listDynamicPlaces, listRefPlaces, toPath } from './places.ts'
import { filePart, isSelf } from './pointer.ts'
import { readReferences } from './references.ts'
import { createRefs } from './resolved-view.ts'
import { findNullableIssues } from './unchecked-nullable.ts'
import { findUncheckedIssues } from './unchecked-siblings.ts'

/** The document itself, or a file that it refers to, in which an issue is found. */
export interface DocumentPart {
  readonly name: string | undefined
  readonly document: SourceDocument
}

/**
 * Problems of the document itself, whatever the ruleset, under Spectral's names: `parser` for keys that are ambiguous or
 * read as text and for YAML that some readers refuse, `invalid-ref` for a `$ref` that does not resolve. What these stand
 * for is unchecked, so both are errors, unless the ruleset's `parserOptions` set another severity for keys.
 * `unchecked-operation`, `unchecked-siblings`, `unchecked-nullable` and `gov:placeholder` are gov's own.
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
  const faults = findRefFaults(parts, document.value, files)
  const outside = parts.flatMap((part) => findOutsideRefs(part, document.value))
  return [
    ...parts.flatMap((part) => [
      ...findKeyIssues(part, options),
      ...listMisreadings(part),
      ...findLooseIssues(part),
    ]),
    ...faults,
    ...findTextRefIssues(parts, document.value, files),
    ...outside,
    ...findUncheckedIssues(document, files, readRefs),
    ...findNullableIssues(document, files),
    ...parts.flatMap(({ name, document: part }) => findPlaceholderIssues(part, name)),
  ]
}

function findKeyIssues({ name, document }: DocumentPart, options: ParserOptions): EngineIssue[] {
  const issues = document.keyFaults().flatMap(({ path, kind, location }) => {
    const severity = chooseSeverity(kind, name, options)
    if (severity === 'off') return []
    const { start_line, start_char, end_line, end_char } = location
    const isAbsent = kind === 'null' && start_line === end_line && start_char === end_char
    const message = isAbsent ? absentKey : describeKeyFault(kind, String(path.at(-1)))
    return [{ rule: { ...parser, severity }, message, path, location, file: name }]
  })
  return [...listFirsts(issues, ({ path, message }) => JSON.stringify([path, message]))]
}

function listMisreadings({ name: file, document }: DocumentPart): EngineIssue[] {
  return document.misreadings().map(({ path, location, reason }) => ({
    rule: path.length === 0 ? strayCharacter : parser,
    message: capitalize(reason),
    path,
    location,
    file,
  }))
}

/** At the root, so that a baseline knows the issue while any such place is left. Misreadings come before these. */
function findLooseIssues({ name: file, document }: DocumentPart): EngineIssue[] {
  if (document.misreadings().length > 0) return []
  return document.loosePlaces().map(({ location, reason }) => ({
    rule: looseYaml,
    message: capitalize(reason),
    path: [],
    location,
    file,
  }))
}

/**
 * As in Spectral, `parserOptions` are for the document itself. In another file a repeated key is an error, and a key that is
 * not a string a warning, unless they make that an error.
 */
function chooseSeverity(
  kind: PlacedKeyFault['kind'],
  file: string | undefined,
  { duplicateKeys = 'error', incompatibleValues }: ParserOptions,
): Severity | 'off' {
  if (file !== undefined) return kind === 'repeated' || incompatibleValues === 'error' ? 'error' : 'warn'
  if (kind !== 'repeated') return incompatibleValues ?? 'error'
  return duplicateKeys === 'off' ? 'hint' : duplicateKeys
}

const absentKey = 'A key is missing and read as null: write one'

function describeKeyFault(kind: PlacedKeyFault['kind'], key: string): string {
  return kind === 'repeated'
    ? `Key ${quote(key)} is duplicated: only its last value counts`
    : `Key ${quote(key)} is read as a ${kind}, not as a string: put it in quotes`
}

/** One issue for each reference that leads to no value, but for references that lack the same target: at the first. */
function findRefFaults(parts: readonly DocumentPart[], root: unknown, files: ReferencedFiles): EngineIssue[] {
  const { findEdge } = readReferences(root, files)
  const reported = new Set<string>()
  const toRoot = listRootReferences({ root, files }).flatMap((reference) => {
    const { name, path } = splitFile(reference.path(), files)
    const part = parts.find((candidate) => candidate.name === name)
    return part ? [createRefIssue(invalidRef, describeMisplaced(reference), part, path)] : []
  })
  const faulty = parts.flatMap((part) =>
    // Those of a file that are alike lead to the same.
    listFirsts(listRefPlaces(part.document.value), ({ ref }) => ref).flatMap((place) => {
      const fault = findEdge(place.value)?.fault
      if (!fault || reported.has(fault.key)) return []
      reported.add(fault.key)
      return [createRefIssue(invalidRef, `${quote(place.ref)}${fault.reason}`, part, toPath(place))]
    }),
  )
  return [...faulty, ...toRoot]
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
  const { follow } = readReferences(root, files)
  const reported = new Set<string>()
  return parts.flatMap((part) =>
    listRefPlaces(part.document.value).flatMap((place) => {
      const target = follow(place.value)
      const { name = '' } = splitFile(target?.path ?? [], files)
      if (!target || !isTextFile(name)) return []
      const report = (rule: Rule, message: string) => [
        createRefIssue(rule, `${quote(place.ref)} ${message}`, part, toPath(place)),
      ]
      if (!isTextPlace(place)) return report(invalidRef, 'leads to a text, and an object is expected here')
      if (reported.has(name)) return []
      reported.add(name)
      return report(textRef, 'is read as a text, which not all tools do')
    }),
  )
}

function createRefIssue(rule: Rule, message: string, part: DocumentPart, holder: Path): EngineIssue {
  const path = [...holder, '$ref']
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

/** An escaped letter, or a line broken within a word: a text may then say what its letters do not show. */
const hidden = /\\(?:u00[2-7]|U000000[2-7]|x[2-7]|(?<=[TODgovfixinald.():-]\\)\r?\n)/
const hiding = ['\\u00', '\\U00', '\\x', '\\\n', '\\\r']

function mayHold(text: string): boolean {
  // Asked of every text: V8 finds a few letters ten times as fast as a few more.
  if (text.includes('v-fix') && hasPlaceholder(text)) return true
  return hiding.some((mark) => text.includes(mark)) && hidden.test(text)
}

/** One issue for each text, wherever it stands, that still holds what gov wrote for a person to complete. */
function findPlaceholderIssues(document: SourceDocument, file: string | undefined): EngineIssue[] {
  if (!mayHold(document.text)) return []
  const found = findValues(document.value, ({ value }) => typeof value === 'string' && hasPlaceholder(value))
  return found.map(({ path }) => ({
    rule: placeholder,
    message: 'Text is a placeholder',
    path,
    location: document.locate(path),
    file,
  }))
}
