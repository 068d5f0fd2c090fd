import type { BreakingChange } from './breaking-change.ts'
import type { SchemaPair } from './schema/schema-pair.ts'
import type { Schemas } from './schema/schemas.ts'

/** Findings, each once, with the operations that they concern. */
export interface Collector {
  /** Without an operation, it concerns the clients of all. */
  readonly add: (finding: BreakingChange, operation?: string) => void
  /** A pair of schemas that an operation uses, such as in `the request body`. */
  readonly use: (pair: SchemaPair, operation: string, where: string) => void
  readonly changes: () => readonly BreakingChange[]
}

interface CollectedFinding {
  readonly finding: BreakingChange
  readonly operations: Set<string>
  /** Where the schema is used that it is about. */
  readonly places: Set<string>
}

export function createCollector({ reach }: Pick<Schemas, 'reach'>): Collector {
  const found = new Map<string, CollectedFinding>()
  const uses = new Map<SchemaPair, (readonly [operation: string, where: string])[]>()
  const add = (finding: BreakingChange, operation?: string, where?: string) => {
    const { rule, message, path, basePath } = finding
    const key = JSON.stringify([rule, message, path, basePath])
    const known = found.get(key) ?? { finding, operations: new Set(), places: new Set() }
    found.set(key, known)
    if (operation !== undefined) known.operations.add(operation)
    if (where !== undefined) known.places.add(`${where} of \`${operation}\``)
  }
  return {
    add,
    use: (pair, operation, where) => {
      const known = uses.get(pair)
      if (known) known.push([operation, where])
      else uses.set(pair, [[operation, where]])
    },
    changes: () => {
      const relevant = leadingToFindings(reach([...uses.keys()]))
      for (const [holder, users] of uses)
        for (const { findings } of within(holder, relevant))
          for (const finding of findings)
            for (const [operation, where] of users) add(finding, operation, where)
      return [...found.values()].map(toBreakingChange)
    },
  }
}

/** The pairs from which a finding can be reached. */
function leadingToFindings(pairs: ReadonlySet<SchemaPair>): ReadonlySet<SchemaPair> {
  const holders = new Map<SchemaPair, SchemaPair[]>()
  for (const pair of pairs)
    for (const inner of pair.inner) {
      const known = holders.get(inner)
      if (known) known.push(pair)
      else holders.set(inner, [pair])
    }
  const relevant = new Set([...pairs].filter(({ findings }) => findings.length > 0))
  for (const pair of relevant) for (const holder of holders.get(pair) ?? []) relevant.add(holder)
  return relevant
}

function within(start: SchemaPair, relevant: ReadonlySet<SchemaPair>): ReadonlySet<SchemaPair> {
  const found = new Set(relevant.has(start) ? [start] : [])
  for (const pair of found) for (const inner of pair.inner) if (relevant.has(inner)) found.add(inner)
  return found
}

/** A message begins with its subject, in a capital and without an article. */
function toSentence(message: string): string {
  const words = message.replace(/^(?:the|a|an) /, '')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function toBreakingChange({ finding: found, operations, places }: CollectedFinding): BreakingChange {
  const finding = { ...found, message: toSentence(found.message) }
  const isShared = !['paths', 'webhooks', 'x-webhooks'].includes(String(finding.path[0]))
  const named = [...operations].map((operation) => `\`${operation}\``)
  const all = places.size > 0 ? [...places] : isShared ? named : []
  if (all.length === 0) return finding
  return {
    ...finding,
    message: `${finding.message}, in ${nameSome(all)}`,
    operations: [...operations].sort(),
  }
}

/** More than this would hide what the message says. */
const mostNamed = 3

function nameSome(places: readonly string[]): string {
  const [some, left] = [places.slice(0, mostNamed), places.length - mostNamed]
  if (left > 0) return `${some.join(', ')} and ${left} more`
  return [some.slice(0, -1).join(', '), ...some.slice(-1)].filter((text) => text !== '').join(' and ')
}
