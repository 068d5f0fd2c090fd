import type { Path } from '../../core/model/location.ts'
import { getChild } from '../../core/model/record.ts'
import { parseJsonPath } from '../jsonpath/parse.ts'
import type { Refs } from '../openapi/resolved-view.ts'
import { select } from './select.ts'
import { getRoute } from './visited-node.ts'

/** A function's target, and the keys to it from a node that `given` found. */
export interface RuleTarget {
  readonly value: unknown
  readonly below: Path
}

/** Gives the targets of one value that `given` found; always at least one. */
export type FindTargets = (value: unknown, refs: Refs) => readonly RuleTarget[]

/**
 * Reads the `field` of a `then`. Absent: the value itself. `@key`: each of its keys, at the key's own place. A
 * JSONPath, or a name that begins with `$`, such as `$ref`: what it finds below the value, or undefined once if that is
 * nothing. Anything else: the dotted path of a member, which may not be there; a text has its length and its characters.
 * Values other than objects and arrays have no fields and are targets themselves. Throws JsonPathError.
 */
export function readField(field: string | undefined): FindTargets {
  if (field === undefined) return toTargets
  const find = readFieldOfObject(field)
  return (value, refs) => (typeof value === 'object' && value !== null ? find(value, refs) : toTargets(value))
}

function readFieldOfObject(field: string): FindTargets {
  if (field === '@key')
    return (value) => ensureTarget(Object.keys(Object(value)).map((key) => ({ value: key, below: [key] })))
  if (/^\$[^.[^~]/.test(field)) return queryTargets(`$['${field.replaceAll(/['\\]/g, '\\$&')}']`)
  if (field.startsWith('$')) return queryTargets(field)
  const path = splitField(field)
  return (value, refs) => {
    const keys = Object.hasOwn(Object(value), field) ? [field] : path
    return [{ value: readPath(value, keys, refs), below: keys }]
  }
}

function queryTargets(field: string): FindTargets {
  const query = parseJsonPath(field)
  return (value, refs) => {
    const root = { value, parent: undefined, key: null, source: undefined }
    const found = select(query, root, refs, { hasTextLength: true })
    return ensureTarget(found.map((selected) => ({ value: selected.value, below: getRoute(selected.spot) })))
  }
}

function toTargets(value: unknown): readonly RuleTarget[] {
  return [{ value, below: [] }]
}

function ensureTarget(targets: readonly RuleTarget[]): readonly RuleTarget[] {
  return targets.length > 0 ? targets : toTargets(undefined)
}

function readPath(value: unknown, path: Path, refs: Refs): unknown {
  const getMember = (current: unknown, key: string | number) =>
    getChild(typeof current === 'string' ? Object(current) : current, key)
  return path.reduce<unknown>((current, key) => refs.view(getMember(current, key)), value)
}

/** `a.b[0]['c.d']` */
function splitField(field: string): string[] {
  return [...field.matchAll(/\[\s*(?:"([^"]*)"|'([^']*)'|([^\]]*))\s*\]|([^.[\]]+)/g)].map(
    ([, double, single, bare, name]) => double ?? single ?? bare ?? name ?? '',
  )
}
