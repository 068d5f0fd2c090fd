import { once, rememberPerObject } from '../../../core/model/once.ts'
import { getChild, getValue, isRecord, isSameValue, toList } from '../../../core/model/record.ts'
import type { Change } from '../change.ts'
import type { FixTarget } from '../fix.ts'
import { type FoundOperation, isRepeated, listFixableOperations } from '../operations.ts'
import { type FixTable, safe, unsafe } from './make.ts'
import { inOperation } from './operations.ts'

export const tagFixes: FixTable = {
  'openapi-tags': [safe(addTags)],
  'openapi-tags-alphabetical': [unsafe(sortTags)],
  'openapi-tags-uniqueness': [safe(removeSameTag)],
  'operation-tag-defined': [{ ...safe(defineTag), rank: rankTag }],
  'operation-tags': [unsafe(inOperation(addTag))],
  'operation-singular-tag': [unsafe(inOperation(keepFirstTag))],
}

/** Worked out once for a document: each of its operations may have an issue. */
const surveyTags = rememberPerObject((root: object) => {
  const list = getChild(root, 'tags')
  const names = toList(list).map((tag) => (isRecord(tag) ? tag.name : undefined))
  const uses = listFixableOperations(root).flatMap(({ value }) => toList(value.tags))
  const used = [...new Set(uses)].filter((tag) => typeof tag === 'string')
  const sorted = isSorted(names) ? names : undefined
  return {
    names,
    known: new Set(names),
    sorted,
    list: Array.isArray(list) ? list : undefined,
    /** As readers shall see them. */
    used: sorted ? used.sort(compare) : used,
    byWord: once(() => {
      const texts = names.filter((name) => typeof name === 'string').reverse()
      return new Map(texts.map((name) => [name.toLowerCase(), name]))
    }),
    ranks: once(() => new Map(used.map((name, index) => [name, index]))),
    newList: once(() => createList(root, used)),
  }
})

function getTags({ root }: Pick<FixTarget, 'root'>) {
  return surveyTags(Object(root))
}

function createList(root: object, wanted: readonly string[]): readonly Change[] {
  if (wanted.length === 0 || 'tags' in root) return []
  return [{ op: 'insert', path: [], key: 'tags', value: wanted.map((name) => ({ name })), before: 'paths' }]
}

/** At its place in a sorted list, else at the end. */
function insertTag(target: FixTarget, name: string): readonly Change[] {
  const { known, sorted = [] } = getTags(target)
  const place = countUntil(sorted, name)
  const before = place < sorted.length ? place : undefined
  return known.has(name) ? [] : [{ op: 'insert', path: ['tags'], value: { name }, before }]
}

function countUntil(sorted: readonly string[], name: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(sorted[middle] ?? '', name) > 0) high = middle
    else low = middle + 1
  }
  return low
}

/** One tag alone shows no order. */
function isSorted(known: readonly unknown[]): known is readonly string[] {
  return (
    known.length > 1 &&
    known.every((name) => typeof name === 'string') &&
    known.every((name, index) => index === 0 || compare(known[index - 1] ?? '', name) < 0)
  )
}

/** Unsafe: readers see the tags in their order. */
function sortTags(target: FixTarget): readonly Change[] {
  const { names: known } = getTags(target)
  if (!known.every((name) => typeof name === 'string')) return []
  const order = known.map((_, index) => index)
  const byName = (one: number, other: number) => compare(known[one] ?? '', known[other] ?? '')
  const sorted = [...order].sort(byName)
  return isSameValue(sorted, order) ? [] : [{ op: 'sort', path: ['tags'], order: sorted }]
}

/** Compares like the rule: numbers first, other strings by their characters. */
function compare(one: string, other: string): number {
  const isNumeric = !Number.isNaN(Number(one)) && !Number.isNaN(Number(other))
  if (isNumeric) return one.localeCompare(other)
  return one < other ? -1 : one > other ? 1 : 0
}

/** Only one that says nothing else than another. */
function removeSameTag(target: FixTarget): readonly Change[] {
  const path = target.path.slice(0, 2)
  return isRepeated(target, path) ? [{ op: 'remove', path }] : []
}

function addTags(target: FixTarget): readonly Change[] {
  const { list, used, newList } = getTags({ root: target.whole })
  return list ? used.flatMap((name) => insertTag(target, name)) : newList()
}

function defineTag(target: FixTarget): readonly Change[] {
  const tag = getValue(target.root, target.path)
  if (typeof tag !== 'string') return []
  const { list } = getTags(target)
  return list ? insertTag(target, tag) : getTags({ root: target.whole }).newList()
}

/** Readers see all that are defined together in the order in which they are used, or sorted. */
function rankTag(target: FixTarget): number {
  return (
    getTags(target)
      .ranks()
      .get(String(getValue(target.root, target.path))) ?? 0
  )
}

/** The first fixed part of the path, and its definition. */
function addTag({ path, route, value }: FoundOperation, target: FixTarget): readonly Change[] {
  const word = route.split('/').find((part) => /^[A-Za-z]/.test(part))
  if (word === undefined) return []
  const { byWord, list, used } = getTags(target)
  const tag = byWord().get(word.toLowerCase()) ?? word
  const defined = list
    ? insertTag(target, tag)
    : createList(Object(target.root), [...new Set([...used, tag])])
  if (Array.isArray(value.tags) && value.tags.length === 0)
    return [{ op: 'insert', path: [...path, 'tags'], value: tag }, ...defined]
  if ('tags' in value) return []
  return [{ op: 'insert', path, key: 'tags', value: [tag], before: target.keysAt(path)[0] }, ...defined]
}

function keepFirstTag({ path, value: { tags } }: FoundOperation): readonly Change[] {
  return toList(tags)
    .slice(1)
    .map((_, index) => ({ op: 'remove', path: [...path, 'tags', index + 1] }))
}
