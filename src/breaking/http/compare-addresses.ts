import type { Path } from '../../model/location.ts'
import type { BreakingChange } from '../breaking-change.ts'
import type { ApiDocument } from '../document.ts'
import { type Address, addressesOf, ownAddresses } from './addresses.ts'
import type { Operation } from './operation.ts'

/** The addresses at the top of a definition. */
export function compareAddresses(base: ApiDocument, head: ApiDocument): readonly BreakingChange[] {
  return lostAddresses(addressesOf(base), addressesOf(head))
}

/** The addresses of an operation, where it or its path has servers of its own in either version. */
export function compareOwnAddresses(
  [some, base]: readonly [Operation, ApiDocument],
  [other, head]: readonly [Operation, ApiDocument],
): readonly BreakingChange[] {
  const [before, after] = [ownAddresses(some, base), ownAddresses(other, head)]
  return before || after ? lostAddresses(before ?? addressesOf(base), after ?? addressesOf(head)) : []
}

function lostAddresses(before: readonly Address[], after: readonly Address[]): readonly BreakingChange[] {
  return before.flatMap((address): BreakingChange[] => {
    const { host, basePath, node } = address
    const placed = (text: string) => ({ path: goneFrom(after, text), basePath: node.path })
    const others = after.filter((other) => other.basePath === basePath)
    if (others.length === 0) {
      const message = `no server has the base path \`${basePath || '/'}\` any more`
      return [{ rule: 'breaking-base-path-changed', message, ...placed(basePath || '/') }]
    }
    const text = `${host}${basePath}`
    const lost = lostOf(address, others)
    if (lost === undefined) return []
    return [{ rule: 'breaking-server-removed', message: `the server \`${text}\` ${lost}`, ...placed(text) }]
  })
}

function lostOf({ scheme, host, free }: Address, others: readonly Address[]): string | undefined {
  const same = others.filter((other) => host === '' || other.host === host)
  if (same.length === 0) return 'was removed'
  if (/^(?:https|wss)$/.test(scheme) && same.every((other) => /^(?:http|ws)$/.test(other.scheme)))
    return `has no ${scheme} any more`
  return same.every((other) => other.free < free) ? 'no longer takes any value of its variables' : undefined
}

/** Among the servers that are left; in 2.0, where the address is written. */
function goneFrom([first]: readonly Address[], text: string): Path {
  const path = first?.node.path ?? []
  if (path.length > 0 && path.at(-2) !== 'servers') return path
  return [...(path.length > 0 ? path.slice(0, -1) : ['servers']), text]
}
