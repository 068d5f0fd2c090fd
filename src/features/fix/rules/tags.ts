import { rememberList } from '../../../core/model/once.ts'
import { placeholders } from '../../../core/model/placeholder.ts'
import { getValue, isRecord, toList } from '../../../core/model/record.ts'
import { type Change, isSameValue } from '../propose/change.ts'
import type { FixTarget } from '../propose/fix.ts'
import { describe, type FixTable, placeholder, safe, unsafe } from './make.ts'
import { type FoundOperation, inOperation, listOperations } from './operations.ts'

export const tagFixes: FixTable = {
  'openapi-tags': [safe((target) => addTags(target, listUsedTags(target.root)))],
  'openapi-tags-alphabetical': [unsafe(sortTags)],
  'openapi-tags-uniqueness': [safe(removeSameTag)],
  'operation-tag-defined': [safe(defineTag)],
  'operation-tags': [unsafe(inOperation(addTag))],
  'operation-singular-tag': [unsafe(inOperation(keepFirstTag))],
  'tag-description': [placeholder(describeTag)],
}

function getTags({ root }: Pick<FixTarget, 'root'>): readonly unknown[] | undefined {
  const tags = getValue(root, ['tags'])
  return Array.isArray(tags) ? tags : undefined
}

function names(target: Pick<FixTarget, 'root'>): readonly unknown[] {
  return (getTags(target) ?? []).map((tag) => (isRecord(tag) ? tag.name : undefined))
}

const listUsedTags = rememberList((root: object): readonly string[] => {
  const used = listOperations(root).flatMap(({ value }) => toList(value.tags))
  return [...new Set(used)].filter((tag) => typeof tag === 'string')
})

/** Without a list, all go into a new one. */
function addTags(target: FixTarget, wanted: readonly string[]): readonly Change[] {
  const known = names(target)
  const missing = wanted.filter((name) => !known.includes(name))
  if (getTags(target)) return insertTags(missing, known)
  if (missing.length === 0 || (isRecord(target.root) && 'tags' in target.root)) return []
  return [{ op: 'insert', path: [], key: 'tags', value: missing.map((name) => ({ name })), before: 'paths' }]
}

/** At the end, or at their places in a sorted list. */
function insertTags(missing: readonly string[], known: readonly unknown[]): readonly Change[] {
  if (!isSorted(known)) return missing.map((name) => ({ op: 'insert', path: ['tags'], value: { name } }))
  return [...missing].sort(compare).map((name) => {
    const place = known.findIndex((each) => compare(each, name) > 0)
    return { op: 'insert', path: ['tags'], value: { name }, before: place === -1 ? undefined : place }
  })
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
  const known = names(target)
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
  const index = Number(target.path[1])
  const tags = getTags(target) ?? []
  const path = ['tags', index]
  return index < tags.length && target.isRepeated(path) ? [{ op: 'remove', path }] : []
}

/** With those that are used before it, or are sorted before it, so that readers see all in the same order. */
function defineTag(target: FixTarget): readonly Change[] {
  const tag = getValue(target.root, target.path)
  if (typeof tag !== 'string') return []
  const used = listUsedTags(target.root)
  const before = isSorted(names(target))
    ? used.filter((each) => compare(each, tag) < 0)
    : used.slice(0, used.indexOf(tag))
  return addTags(target, getTags(target) ? [...before, tag] : used)
}

/** The first fixed part of the path, and its definition. */
function addTag({ path, route, value }: FoundOperation, target: FixTarget): readonly Change[] {
  const word = route.split('/').find((part) => /^[A-Za-z]/.test(part))
  if (word === undefined) return []
  const known = names(target).find((name) => String(name).toLowerCase() === word.toLowerCase())
  const tag = typeof known === 'string' ? known : word
  const defined = addTags(target, [...(getTags(target) ? [] : listUsedTags(target.root)), tag])
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

function describeTag(target: FixTarget): readonly Change[] {
  const path = target.path.slice(0, 2)
  const name = String(getValue(target.root, [...path, 'name']))
  return describe(target, path, placeholders.text(`describe the tag ${name}`))
}
