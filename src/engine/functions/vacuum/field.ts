import type { Path } from '../../../core/model/location.ts'
import { isRecord } from '../../../core/model/record.ts'
import type { FunctionContext } from '../../rule.ts'

/** The target of a `field`: the keys to the value, the value, and the keys that vacuum reports. */
interface VacuumField {
  readonly below: Path
  readonly value: unknown
  readonly at: Path
  /** The reported place is a key, not an item or the object around. */
  readonly isKey: boolean
}

export type FindField = (node: unknown, context: FunctionContext) => VacuumField | undefined

/**
 * Looks a field up as vacuum does. `deep`: the first name may also be a key or a text one level further down, in the
 * order of the document. Otherwise case does not count. Of `allOf`, `anyOf` and `oneOf` with one schema, that one counts, too.
 */
export function createFieldFinder(field: string, deep: boolean): FindField {
  const segments = parseField(field)
  return (node, context) => {
    let found: VacuumField | undefined = segments && { below: [], value: node, at: [], isKey: false }
    for (const [index, segment] of (segments ?? []).entries()) {
      if (!found) return undefined
      const next: VacuumField | undefined =
        typeof segment === 'number'
          ? findItem(found.value, segment)
          : findMember(found.value, segment, deep && index === 0, context)
      found = next && joinFields(found, next)
      if (index < (segments?.length ?? 0) - 1 && !mayContinue(found?.value, segments?.[index + 1]))
        return undefined
    }
    return found
  }
}

function joinFields(above: VacuumField, { below: keys, value, at, isKey }: VacuumField): VacuumField {
  return { below: [...above.below, ...keys], value, at: [...above.below, ...at], isKey }
}

function mayContinue(value: unknown, next: string | number | undefined): boolean {
  return typeof next === 'number' ? Array.isArray(value) : isRecord(value)
}

function findItem(node: unknown, index: number): VacuumField | undefined {
  if (!Array.isArray(node) || index >= node.length) return undefined
  return { below: [index], value: node[index], at: [index], isKey: false }
}

function findMember(
  node: unknown,
  name: string,
  deep: boolean,
  context: FunctionContext,
): VacuumField | undefined {
  const found = deep ? findInnerMember(node, name, context) : findMemberNode(node, name, context)
  return found ?? (context.rule.resolved ? findOnlySchemaMember(node, name, context) : undefined)
}

function findMemberNode(node: unknown, name: string, context: FunctionContext): VacuumField | undefined {
  const index = listContent(node, context).findIndex(
    ({ text }, place) => place % 2 === 0 && text.toLowerCase() === name.toLowerCase(),
  )
  return index === -1 ? undefined : findNext(node, index, context)
}

/** Vacuum has the content of a mapping as keys and values in turn, and that of a list likewise. */
interface VacuumEntry {
  readonly key: string | number
  readonly value: unknown
  /** The text of a scalar; empty for all else. */
  readonly text: string
}

function listContent(node: unknown, context: FunctionContext): readonly VacuumEntry[] {
  if (Array.isArray(node))
    return node.map((item: unknown, key) => {
      const value = context.view(item)
      return { key, value, text: printScalar(value) }
    })
  if (!isRecord(node)) return []
  return Object.entries(node).flatMap(([key, member]) => {
    const value = context.view(member)
    return [
      { key, value: key, text: key },
      { key, value, text: printScalar(value) },
    ]
  })
}

/** Finds what follows in the content, or itself. */
function findNext(node: unknown, index: number, context: FunctionContext): VacuumField | undefined {
  const content = listContent(node, context)
  const [found, next = found] = [content[index], content[index + 1]]
  return found && next && { below: [next.key], value: next.value, at: [found.key], isKey: isRecord(node) }
}

function findInnerMember(node: unknown, name: string, context: FunctionContext): VacuumField | undefined {
  for (const [index, { key, value, text }] of listContent(node, context).entries()) {
    if (index % 2 === 0 && text === name) return findNext(node, index, context)
    if (typeof value !== 'object' || value === null) continue
    const within = listContent(value, context).findIndex((content) => content.text === name)
    if (within === -1) continue
    const found = Array.isArray(value) ? undefined : findNext(value, within, context)
    return {
      below: [key, ...(found?.below ?? [])],
      value: found ? found.value : name,
      at: [key],
      isKey: false,
    }
  }
  return undefined
}

function findOnlySchemaMember(
  node: unknown,
  name: string,
  context: FunctionContext,
): VacuumField | undefined {
  if (!isRecord(node)) return undefined
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const list = context.view(node[keyword])
    if (!Array.isArray(list) || list.length !== 1) continue
    const only = context.view(list[0])
    const found =
      isRecord(only) && (findMemberNode(only, name, context) ?? findOnlySchemaMember(only, name, context))
    if (found) return joinFields({ below: [keyword, 0], value: only, at: [], isKey: false }, found)
  }
  return undefined
}

export function printScalar(value: unknown): string {
  if (value === null) return 'null'
  return typeof value === 'object' || value === undefined ? '' : String(value)
}

/** `a.b[0]['c']`, with `\.` for a dot; undefined for what vacuum cannot read, which then finds nothing. */
function parseField(field: string): readonly (string | number)[] | undefined {
  if (field === '') return undefined
  const pattern =
    /\[(\d+)\]\.?|\['([^'"]*)'\]\.?|\["([^'"]*)"\]\.?|((?:\\.|[^.[\\])+)(?:\.(?=[^.])|$|(?=\[))/y
  const segments: (string | number)[] = []
  for (let end = 0; end < field.length; end = pattern.lastIndex) {
    pattern.lastIndex = end
    const found = pattern.exec(field)
    if (!found) return undefined
    const [, index, single, double, name] = found
    if (name === undefined && segments.length === 0) return undefined
    segments.push(
      index === undefined ? (single ?? double ?? name?.replaceAll(/\\([.\\])/g, '$1') ?? '') : Number(index),
    )
  }
  return segments
}

/** Tells whether a path ends in a key that YAML reads as a number. */
export function createNumberTest({ document }: FunctionContext): (path: Path) => boolean {
  const faults = document.keyFaults().filter(({ kind }) => kind === 'number')
  const numbers = new Set(faults.map(({ path }) => JSON.stringify(path)))
  return (path) => numbers.has(JSON.stringify(path))
}

/** Text that vacuum's reader of YAML takes for a point in time, unless it is quoted. */
export function isTimestamp(written: string): boolean {
  return timestamp.test(written)
}

const timestamp =
  /^\d{4}-\d\d?-\d\d?(?:(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?)?$/
