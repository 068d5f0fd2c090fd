import type { Path } from '../../../core/model/location.ts'
import { rememberPerObject } from '../../../core/model/once.ts'
import { getChild, getValue, isRecord, toList } from '../../../core/model/record.ts'
import type { PassedInstances } from '../../json-schema/check.ts'
import { compileOwnSchema } from '../../json-schema/compile.ts'
import { createPassed } from '../../json-schema/run-node.ts'
import type { SchemaError } from '../../json-schema/schema-error.ts'
import { isNameMap } from '../../openapi/data-places.ts'
import type { WholeDocument } from '../../openapi/document.ts'
import { isTextFile, splitFile } from '../../openapi/files.ts'
import { detectFormats, versions } from '../../openapi/formats.ts'
import {
  describeMisplaced,
  describeUnfit,
  listMisplaced,
  listUnplaced,
  type PlacedReference,
  readPlacedReferences,
} from '../../openapi/placement.ts'
import type { RefTarget } from '../../openapi/places.ts'
import { getRef } from '../../openapi/pointer.ts'
import { readReferences } from '../../openapi/references.ts'
import type { FunctionContext, FunctionResult, VersionFormat } from '../../rule.ts'
import { describeFault, isEarlyVersion, joinFaults } from './document-faults.ts'
import { loadOfficialSchema } from './official-schema.ts'

/**
 * A document is valid against the official JSON Schema of its version; in 3.1 and 3.2 its schemas are held to draft
 * 2020-12. Every fault is reported, but not that a reference stands where a text is expected, if it leads to a file that is one.
 * What it takes from other files, and from below keys with `x-`, is held to the schema where it is used, and a reference to another
 * kind of object is an error: Spectral leaves both out.
 */
export function checkDocument(
  target: unknown,
  _options: undefined,
  context: FunctionContext,
): readonly FunctionResult[] {
  const { series } = context.document
  const errors = findErrors(target, context, {
    passed: series && passedIn(series),
    counts: ({ path, keyword }) => keyword !== 'type' || !leadsToText(getValue(target, path), context),
  })
  const isVacuum = context.rule.engine === 'vacuum'
  const misplaced = isVacuum ? [] : listMisplaced(context)
  const unplaced = isVacuum ? [] : listUnplaced(context)
  return [
    ...errors.map((error) => ({ ...describeFault(error), path: [...context.path, ...error.path] })),
    ...findPartErrors(target, { ...context, misplaced, unplaced }),
    ...misplaced.map((reference) => reportReference(reference, describeMisplaced(reference))),
    ...(isVacuum ? [] : listEncodings(context)).map((each) =>
      reportReference(each, '`$ref` must not be here'),
    ),
  ]
}

/** References in files to an encoding, or to all of its headers: the specification has none there, and inlined, nobody would see them. */
function listEncodings(document: WholeDocument): readonly PlacedReference[] {
  const isInFile = (path: Path) => splitFile(path, document.files).name !== undefined
  return (readPlacedReferences(document) ?? []).filter(
    ({ slot: { kind, many }, path }) =>
      (kind === 'encoding' || (kind === 'header' && many && path().at(-3) === 'encoding')) &&
      isInFile(path()),
  )
}

function reportReference({ path }: PlacedReference, message: string): FunctionResult {
  return { message, path: [...path(), '$ref'] }
}

interface ErrorSearch {
  readonly passed: PassedInstances | undefined
  /** What does not count is no cause of other errors, either. */
  readonly counts: (error: SchemaError) => boolean
}

function findErrors(
  target: unknown,
  { root }: Pick<FunctionContext, 'root'>,
  { passed, counts }: ErrorSearch,
): readonly SchemaError[] {
  const version = findVersion(root)
  const errors = compileOwnSchema(loadOfficialSchema(version))(target, {
    allErrors: true,
    everyBranch: true,
    passed,
  })
  return joinFaults(errors.filter(counts), target, version)
}

function findVersion(root: unknown): VersionFormat {
  const formats = detectFormats(root)
  return versions.find((candidate) => formats.has(candidate)) ?? 'oas3.0'
}

/**
 * Checks what references take from other files, and from places that have no schema of their own. Errors of a reference that stays
 * are left out, but for those of what stands beside it: the document's own schema checks where a reference may stand.
 */
function findPartErrors(target: unknown, document: PartReferences): readonly FunctionResult[] {
  const { root, files, unplaced } = document
  if (files.documents.size === 0 && unplaced.length === 0) return []
  const { value, findSource } = inlineParts(target, document)
  const isRef = (path: Path) => getRef(getValue(value, path)) !== undefined
  const counts = ({ path }: SchemaError) =>
    !isRef(path) && !(path.at(-1) === '$ref' && isRef(path.slice(0, -1)))
  const unfit = new Set<PlacedReference>()
  return findErrors(value, { root }, { passed: passedParts, counts }).flatMap((error) => {
    const source = findSource(error.path)
    if (!source) return []
    if ('path' in source) return [{ ...describeFault(error), path: source.path }]
    if (unfit.has(source.reference)) return []
    unfit.add(source.reference)
    return [reportReference(source.reference, describeUnfit(source.reference))]
  })
}

function leadsToText(value: unknown, { root, files }: FunctionContext): boolean {
  const { name = '' } = splitFile(readReferences(root, files).follow(value)?.path ?? [], files)
  return isTextFile(name)
}

/** An official schema has the same to say of the same object in each version of a definition. */
const passedParts = createPassed({ isCharged: true })

/** Keyed by series: parts of the document that an edit left alone are not validated again. */
const passedIn = rememberPerObject((_series: object) => createPassed({ isCharged: true }))

interface InlinedDocument {
  readonly value: unknown
  /** Where the value at a path of it comes from; undefined: it is there in the document, too. */
  readonly findSource: (path: Path) => PartSource | undefined
}

/** The path of a part from the document's root or into a file. Or the reference to something that is not meant to be a part, such as `#/info`. */
type PartSource = { readonly path: Path } | { readonly reference: PlacedReference }

interface PartReferences extends WholeDocument {
  readonly misplaced: readonly PlacedReference[]
  readonly unplaced: readonly PlacedReference[]
}

/** The stack ends at some 500. Schemas that are deeper in a chain of files are checked in a component of their own. */
const mostNested = 300
const deepName = 'gov-deep-schemas'

/** Values that may be anything, whose references are no use of a part. */
function isFreeForm(key: string, parent: string | undefined): boolean {
  return !isNameMap(parent) && (key.startsWith('x-') || /^(?:example|default|const|enum)$/.test(key))
}

const otherKinds = new Map(
  `parameters responses headers links examples securitySchemes callbacks paths pathItems:paths webhooks:paths requestBody
  requestBodies:requestBody`
    .split(/\s+/)
    .map((row): [string, string] => [row.replace(/:.*/, ''), row.replace(/.*:/, '')]),
)

/** Finds the use of a part where it stands: under which of these keys, or as a schema. */
function findKind(at: Path): string {
  const isNamed = typeof at.at(-1) === 'string' && isNameMap(at.at(-2))
  if (!isNamed && typeof at.at(-1) === 'string' && at.at(-3) === 'callbacks') return 'paths'
  const keys = isNamed ? at.slice(0, -1) : at
  return otherKinds.get(String(keys.findLast((key) => typeof key === 'string'))) ?? 'schema'
}

/** A response of version 2 takes schemas and files, and says of a fault that it is neither: definitions are checked as such. */
function putDefinitionsFirst(target: unknown): unknown {
  return isRecord(target) && 'definitions' in target ? { definitions: target.definitions, ...target } : target
}

/** The official schema of 3.1 asks for less of a schema that is in another one. */
function nameUse(kind: string, at: Path, version: VersionFormat): string {
  const [first, second] = at
  const isComponent = at.length === 3 && first === 'components' && second === 'schemas'
  const isValue = !isNameMap(at.at(-2)) && /^(?:schema|itemSchema)$/.test(String(at.at(-1)))
  return version === 'oas3.1' && kind === 'schema' && !isComponent && !isValue ? 'inside' : kind
}

/**
 * A document with what it takes from its files, and from `unplaced` places of its own, where a reference first leads there, for each kind
 * of use. Any later reference to that stays, and so does every other one to the document itself, and those that are `misplaced`.
 */
function inlineParts(target: unknown, { root, files, ...references }: PartReferences): InlinedDocument {
  const { follow } = readReferences(root, files)
  const misplaced = new Set<object>(references.misplaced.map(({ value }) => value))
  const unplaced = new Map<object, PlacedReference>(references.unplaced.map((each) => [each.value, each]))
  const version = findVersion(root)
  const ignoresSiblings = isEarlyVersion(version)
  const deepPath = version === 'oas2' ? ['definitions', deepName] : ['components', 'schemas', deepName]
  const deep: unknown[] = []
  const used = new Set<string>()
  const sources = new Map<string, PartSource>()
  const at: (string | number)[] = []

  /** A value with nothing from another file in it stays the same object. */
  function inline(value: unknown, parent?: string): unknown {
    const last = at.at(-1)
    const key = typeof last === 'string' ? last : undefined
    if (key !== undefined && isFreeForm(key, parent)) return value
    if (Array.isArray(value)) return inlineItems(value)
    if (!isRecord(value)) return value
    const part = getRef(value) === undefined ? undefined : findPart(value)
    if (part === undefined) return inlineMembers(value, key ?? parent)
    if (part.index === undefined) return inline(part.value, parent)
    const { $ref: _, ...own } = value
    const beside: { readonly allOf?: unknown } = inlineMembers(own, key ?? parent)
    at.push('allOf')
    const inlined = inlineMember(part.index, part.value)
    at.pop()
    return { ...beside, allOf: [...toList(beside.allOf), inlined] }
  }

  /** Resolves a reference: from 3.1 on, `index` is its place in the allOf beside the keywords that a schema has beside it. */
  function findPart(value: Readonly<Record<string, unknown>>) {
    const target = findPartTarget(value)
    if (!target) return undefined
    const kind = findKind(at)
    const use = nameUse(kind, at, version) + JSON.stringify(target.path)
    if (used.has(use)) return undefined
    const { allOf = [] } = value
    const isDeep = at.length > mostNested
    if (isDeep && kind !== 'schema') return undefined
    const isBeside = !isDeep && kind === 'schema' && !ignoresSiblings && Object.keys(value).length > 1
    if (isBeside && !Array.isArray(allOf)) return undefined
    used.add(use)
    const reference = unplaced.get(value)
    const source = reference?.targetSlot === 'other' ? { reference } : { path: target.path }
    if (isDeep) {
      sources.set(JSON.stringify([...deepPath, 'allOf', deep.length]), source)
      deep.push(target.value)
      return undefined
    }
    const index = isBeside ? toList(allOf).length : undefined
    sources.set(JSON.stringify(index === undefined ? at : [...at, 'allOf', index]), source)
    return { value: target.value, index }
  }

  function findPartTarget(value: object): RefTarget | undefined {
    const target = follow(value)
    const { name } = splitFile(target?.path ?? [], files)
    const isPart = name === undefined ? unplaced.has(value) : !isTextFile(name) && !misplaced.has(value)
    return isPart ? target : undefined
  }

  function inlineItems(items: readonly unknown[]): readonly unknown[] {
    const inlined = items.map((item, index) => inlineMember(index, item))
    return inlined.every((item, index) => item === items[index]) ? items : inlined
  }

  function inlineMembers(value: Readonly<Record<string, unknown>>, parent: string | undefined): object {
    const changes: [key: string, value: unknown][] = []
    for (const key of Object.keys(value)) {
      const inlined = inlineMember(key, value[key], parent)
      if (inlined !== value[key]) changes.push([key, inlined])
    }
    return changes.length === 0 ? value : Object.fromEntries([...Object.entries(value), ...changes])
  }

  function inlineMember(key: string | number, value: unknown, parent?: string): unknown {
    at.push(key)
    const inlined = inline(value, parent)
    at.pop()
    return inlined
  }

  const value = inline(putDefinitionsFirst(target))
  for (let index = 0; index < deep.length; index++) {
    at.push(...deepPath, 'allOf', index)
    deep[index] = inline(deep[index])
    at.length = 0
  }
  return {
    value: deep.length === 0 ? value : setNested(value, deepPath, { allOf: deep }),
    findSource: (path) => {
      for (let length = path.length; length >= 0; length--) {
        const source = sources.get(JSON.stringify(path.slice(0, length)))
        if (source) return 'path' in source ? { path: [...source.path, ...path.slice(length)] } : source
      }
      return undefined
    },
  }
}

function setNested(holder: unknown, [key = '', ...inside]: readonly string[], value: unknown): object {
  const child = inside.length === 0 ? value : setNested(getChild(holder, key), inside, value)
  return { ...Object(holder), [key]: child }
}
