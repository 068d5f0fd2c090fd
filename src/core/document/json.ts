import { once } from '../model/once.ts'
import { isObject } from '../model/record.ts'
import { findJsonFault } from '../text/json-fault.ts'
import { treeOfJson } from './json-tree.ts'
import { findKeyFaults } from './key-faults.ts'
import { ParseError } from './parse-error.ts'
import type { ParsedText } from './parsed-text.ts'
import { findConflict } from './plain-fault.ts'

/** Reads JSON. If a key occurs twice the last value counts, as everywhere. Throws ParseError. */
export function readJson(text: string): ParsedText {
  const value = parse(text)
  const tree = once(() => treeOfJson(text))
  return {
    value,
    tree,
    // Nearly all texts have as many keys as their values: none needs a look then.
    keyFaults: () => (tree().keyCount === countKeys(value) ? [] : findKeyFaults(text, tree())),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const { reason, line, column } = findJsonFault(text)
    throw findConflict(text) ?? new ParseError(reason, line, column)
  }
}

function countKeys(root: unknown): number {
  const collections = [root].filter(isObject)
  let count = 0
  for (const collection of collections) {
    const children: unknown[] = Object.values(collection)
    if (!Array.isArray(collection)) count += children.length
    for (const child of children) if (isObject(child)) collections.push(child)
  }
  return count
}
