import { nameApiPart } from '../../core/model/api-part.ts'
import type { Bump, DefinitionChange, DefinitionDiff } from '../../core/model/definition-diff.ts'
import type { Path } from '../../core/model/location.ts'
import { once } from '../../core/model/once.ts'
import { getValue, isObject, iterateValues } from '../../core/model/record.ts'
import type { SourceDocument } from '../../core/model/source-document.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { toRelativeName } from '../../core/text/relative-name.ts'
import { plural } from '../../core/text/wording.ts'
import { type ReferencedFiles, splitFile } from '../../engine/openapi/files.ts'
import { readReferences } from '../../engine/openapi/references.ts'
import type { ApiChange, BreakingChange } from '../breaking/api-change.ts'
import { type ApiComparison, type ComparisonTerms, compareApis } from '../breaking/compare-apis.ts'
import { nameFile } from '../breaking/discriminators.ts'
import type { ApiSource } from '../breaking/document.ts'
import { isDecimal } from '../breaking/numbers.ts'
import { getBreakingRule } from '../breaking/rules/index.ts'
import { isTooDeep } from './base.ts'
import { type DefinitionVersion, locateChange, type OpenedVersions } from './definition-view.ts'
import { readInfo, suggestVersion } from './info-version.ts'
import { compareStrays, describeOldLost, listLostReferences } from './unknown-references.ts'

/** Two versions, and what changed between them. */
export interface ComparedVersions extends ApiComparison, OpenedVersions {
  /** Why more may have changed than is known; undefined: nothing else has. */
  readonly fault: string | undefined
}

interface VersionTerms extends ComparisonTerms {
  readonly renameOldPath?: ApiSource['renamePath']
  readonly renameNewPath?: ApiSource['renamePath']
  /** Nobody else says what is behind a reference that neither version resolves. */
  readonly isAlone?: boolean
}

export function compareVersions(
  versions: OpenedVersions,
  { renameOldPath, renameNewPath, isAlone = false, ...terms }: VersionTerms,
): ComparedVersions {
  const { oldVersion, newVersion } = versions
  try {
    const create = ({ file, document, view }: DefinitionVersion) =>
      createApiSource(document, view.files, file)
    const oldSource = { ...create(oldVersion), renamePath: renameOldPath }
    const newSource = { ...create(newVersion), renamePath: renameNewPath }
    const sources = { oldView: oldVersion.view, newView: newVersion.view, oldSource, newSource }
    const { breaking, changes } = compareApis(oldSource, newSource, terms)
    const lost = listLostReferences(sources, isAlone)
    const [unknown] = lost.new
    const fault = unknown && `the reference ${JSON.stringify(unknown.ref)} does not resolve`
    const uncompared =
      fault === undefined ? describeOldLost(lost.old, breaking, [oldSource.root, newSource.root]) : []
    const strays = compareStrays(sources)
    return { ...versions, breaking: [...breaking, ...strays, ...uncompared], changes, fault }
  } catch (error) {
    if (!isTooDeep(error)) throw error
    return { ...versions, breaking: [], changes: [], fault: 'it is nested too deeply' }
  }
}

/** A definition as breaking changes are looked for in it: reference by reference, and with the digits of its numbers. */
export function createApiSource(document: SourceDocument, files: ReferencedFiles, file = ''): ApiSource {
  const nameFile = (name: string) => toRelativeName(name, file)
  const named = once(() => new Map([...files.documents].map(([name, part]) => [nameFile(name), part])))
  const places = once(() => findHolders([document, ...files.documents.values()].filter(hasLongNumbers)))
  return {
    root: document.value,
    step: readReferences(document.value, files).step,
    nameFile,
    find: ([start, ...keys], isRelative = false) => {
      if (typeof start !== 'string' || !start.startsWith('\0'))
        return start === undefined ? document.value : getValue(document.value, [start, ...keys])
      const part = isRelative ? named().get(start.slice(1)) : files.documents.get(start.slice(1))
      return getValue(part?.value, keys)
    },
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

/** Finds the place of each object and list, also of those that YAML has under several paths. */
function findHolders(documents: readonly SourceDocument[]): ReadonlyMap<unknown, SourcePlace> {
  const holders = new Map<unknown, SourcePlace>()
  for (const document of documents)
    for (const { path, value } of iterateValues(document.value))
      if (isObject(value) && !holders.has(value)) holders.set(value, { document, path })
  return holders
}

function readDigits(document: SourceDocument, path: Path): string | undefined {
  const digits = plainDigits(resolveAlias(document.textOf(path).trim(), document))
  return isDecimal(digits) ? digits : undefined
}

function resolveAlias(written: string, { text }: SourceDocument): string {
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

/** Lists changes for people: those that break clients, then those that no breaking change tells. */
export function createDiff(compared: ComparedVersions): DefinitionDiff {
  const { oldVersion, newVersion } = compared
  const changes = [
    ...compared.breaking.map((change) => toBreaking(change, compared)),
    ...joinAlike(compared.changes.map((change) => toChange(change, compared))),
  ].sort((first, second) => rankChange(first) - rankChange(second))
  const [from, to] = [readInfo(oldVersion.view.root, 'version'), readInfo(newVersion.view.root, 'version')]
  const infoVersion = suggestVersion(from, to, findBump(changes))
  const title = readInfo(newVersion.view.root, 'title')
  return { old: oldVersion.file, new: newVersion.file, title, changes, infoVersion }
}

/** A change of more operations than this is told once. */
const mostAlike = 5

/** One change, one entry, with the operations that it is made in. */
function joinAlike(changes: readonly DefinitionChange[]): readonly DefinitionChange[] {
  const isOfOperation = ({ kind, group, message }: DefinitionChange) =>
    kind !== 'breaking' && kind !== 'text' && isOperationName(group) && !/^the operation was/.test(message)
  const all = new Map(
    [...groupBy(changes.filter(isOfOperation), ({ kind, message }) => `${kind} ${message}`)].map(
      ([key, [first, ...others]]) => [
        key,
        { first, operations: [...new Set([first, ...others].flatMap((each) => each?.group ?? []))] },
      ],
    ),
  )
  return changes.flatMap((change) => {
    const alike = isOfOperation(change) ? all.get(`${change.kind} ${change.message}`) : undefined
    const { first, operations = [] } = alike ?? {}
    if (operations.length <= mostAlike) return [change]
    return first === change ? [{ ...change, group: plural(operations.length, 'operation'), operations }] : []
  })
}

function toBreaking(change: BreakingChange, versions: OpenedVersions): DefinitionChange {
  const { rule, message, operations, values } = change
  const { severity } = getBreakingRule(rule)
  return {
    kind: 'breaking',
    rule,
    severity,
    message,
    ...(operations && { operations }),
    ...(values && { values }),
    ...findPlace(change, rule.endsWith('-added'), versions),
  }
}

function toChange(change: ApiChange, versions: OpenedVersions): DefinitionChange {
  const { about, message } = change
  const kind = about === 'text' ? 'text' : change.kind
  return { kind, message, ...findPlace(change, change.kind === 'added' && about !== 'operation', versions) }
}

/**
 * What is gone has its place in the old version alone. The group is what changed, and not a component that it now refers
 * to, or no longer does: the old path of what is new is that of what got it.
 */
function findPlace(change: BreakingChange | ApiChange, isPartAdded: boolean, versions: OpenedVersions) {
  const { oldVersion, newVersion } = versions
  const { now, old } = locateChange(change, versions)
  const { file, line, column } = old ?? now
  const holder = isPartAdded ? splitFile(change.oldPath, oldVersion.view.files).path : now.path
  const whole = old ? oldVersion.file : newVersion.file
  const part = 'rule' in change ? namePart(change) : change.part
  const group = nameApiPart(holder) ?? nameApiPart(now.path) ?? (file === whole ? 'API' : (part ?? file))
  return { group, file, line, column }
}

/** The only operation that has it, or the schema in a file of its own. */
function namePart({ rule, operations = [], path }: BreakingChange): string | undefined {
  if (operations.length === 1) return operations[0]
  return getBreakingRule(rule).topic && `schema ${nameFile(String(path[0]))}`
}

/** First what breaks, then what may break; of each, first what is of the whole API, then components, then operations. */
function rankChange({ kind, severity, group }: DefinitionChange): number {
  const width = group === 'API' ? 0 : isOperationName(group) ? 2 : 1
  return width + (kind !== 'breaking' ? 6 : severity === 'error' ? 0 : 3)
}

function isOperationName(group: string): boolean {
  return /^(?:\S+ )?\/|^\S+ webhook /.test(group)
}

function findBump(changes: readonly DefinitionChange[]): Bump {
  if (changes.some(({ severity }) => severity === 'error')) return 'major'
  if (changes.some(({ kind }) => kind !== 'text')) return 'minor'
  return changes.length > 0 ? 'patch' : 'none'
}
