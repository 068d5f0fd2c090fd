import { isRecord, toList } from '../core/model/record.ts'
import { getRef } from './pointer.ts'
import { groupByCycle } from './strongly-connected.ts'

type Follow = (reference: object) => object | undefined

/** Which schemas never end, for required properties, as vacuum sees them, lead back to them or to one that requires itself. */
export function endlessAmong(schemas: Iterable<object>, follow: Follow): ReadonlySet<object> {
  const edges = requiredEdges(schemas, follow)
  const groups = groupByCycle(edges)
  const endless = new Set<object>()
  const holders = new Map<object, object[]>()
  const pending: object[] = []
  for (const [from, targets] of edges) {
    if (targets.has(from)) pending.push(from)
    for (const to of targets) {
      if (groups.get(from) === groups.get(to)) endless.add(from)
      const known = holders.get(to)
      if (known) known.push(from)
      else holders.set(to, [from])
    }
  }
  for (let at = pending.pop(); at; at = pending.pop()) {
    endless.add(at)
    pending.push(...(holders.get(at) ?? []))
    holders.delete(at)
  }
  return endless
}

function requiredEdges(schemas: Iterable<object>, follow: Follow): Map<object, ReadonlySet<object>> {
  const edges = new Map<object, ReadonlySet<object>>()
  const pending = [...schemas]
  for (let at = pending.pop(); at; at = pending.pop()) {
    if (edges.has(at)) continue
    const targets = new Set(requiredRefs(at).flatMap((requiredRef) => follow(requiredRef) ?? []))
    edges.set(at, targets)
    pending.push(...targets)
  }
  return edges
}

/** Vacuum takes the items of required lists for required, and the choices of all properties. */
function requiredRefs(schema: unknown): object[] {
  if (!isRecord(schema)) return []
  const { required, properties } = schema
  const own = getRef(schema) === undefined ? [] : [schema]
  if (required === undefined || !isRecord(properties)) return own
  const inside = Object.values(properties).flatMap((property) => {
    if (!isRecord(property)) return []
    const chosen = ['allOf', 'oneOf', 'anyOf'].flatMap((name) => toList(property[name]).flatMap(refOrItems))
    return [...(property.properties === undefined ? [] : requiredRefs(property)), ...chosen]
  })
  const named = toList(required).flatMap((name) => refOrItems(properties[String(name)]))
  return [...own, ...inside, ...named]
}

function refOrItems(value: unknown): object[] {
  if (!isRecord(value)) return []
  if (getRef(value) !== undefined) return [value]
  return isRecord(value.items) && getRef(value.items) !== undefined ? [value.items] : []
}
