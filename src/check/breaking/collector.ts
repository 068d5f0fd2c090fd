import type { Path } from '../../core/model/location.ts'
import { once } from '../../core/model/once.ts'
import type { BreakingChange } from './api-change.ts'
import { isInPathItem, type Node } from './document.ts'
import { getBreakingRule } from './rules/index.ts'
import type { SchemaTopic } from './rules/rows.ts'
import type { SchemaPair } from './schema/compare.ts'
import type { IsReported } from './schema/describe-keywords.ts'
import type { Schemas } from './schema/schemas.ts'

/** Findings, each once, with the operations that they concern. */
interface Collector {
  /** Without an operation, it concerns the clients of all. */
  readonly add: (finding: BreakingChange, operation?: ConcernedOperation) => void
  /** A pair of schemas that an operation uses, such as in `the request body`. */
  readonly use: (pair: SchemaPair, operation: ConcernedOperation, where: string) => void
  readonly changes: () => readonly BreakingChange[]
  /** Whether one of the changes is about the same of the same schema. */
  readonly isReported: IsReported
}

interface ConcernedOperation {
  readonly name: string
  /** The place at which a finding is the operation's, or all operations'. */
  readonly locate: (finding: BreakingChange) => Path
}

interface CollectedFinding {
  readonly finding: BreakingChange
  /** As they were found, behind the references of the operations. */
  readonly origins: Set<BreakingChange>
  readonly operations: Set<string>
  /** The places that use the schema that it is about. */
  readonly places: Set<string>
}

export function createCollector({ reach, listParts }: Pick<Schemas, 'reach' | 'listParts'>): Collector {
  const found = new Map<string, CollectedFinding>()
  const uses = new Map<SchemaPair, (readonly [operation: ConcernedOperation, where: string])[]>()
  const collect = (origin: BreakingChange, path: Path): CollectedFinding => {
    const { rule, message, oldPath } = origin
    const key = JSON.stringify([rule, message, path, oldPath])
    const finding = { ...origin, path }
    const known = found.get(key) ?? { finding, origins: new Set(), operations: new Set(), places: new Set() }
    found.set(key, known)
    known.origins.add(origin)
    return known
  }
  // One finding after the other, each for all operations: they may be a thousand, with a thousand findings.
  let last:
    | { readonly origin: BreakingChange; readonly path: Path; readonly known: CollectedFinding }
    | undefined
  const add = (origin: BreakingChange, operation?: ConcernedOperation, where?: string) => {
    const path = operation?.locate(origin) ?? origin.path
    if (last?.origin !== origin || last.path !== path) last = { origin, path, known: collect(origin, path) }
    const { known } = last
    if (operation !== undefined) known.operations.add(operation.name)
    if (where !== undefined) known.places.add(`${where} of \`${operation?.name}\``)
  }
  let relevant: ReadonlySet<SchemaPair> = new Set()
  const reported = once(() => {
    const keys = new Set<string>()
    const note = ({ rule }: BreakingChange, oldNodes: readonly Placed[], newNodes: readonly Placed[]) => {
      const topic = getBreakingRule(rule).topic
      if (topic === undefined) return
      for (const { path } of oldNodes) keys.add(createKey('old', topic, path))
      for (const { path } of newNodes) keys.add(createKey('new', topic, path))
    }
    for (const { origins } of found.values())
      for (const origin of origins) note(origin, [{ path: origin.oldPath }], [origin])
    // A change of a schema as a whole is about all that is written of it.
    for (const pair of relevant) {
      const [oldParts, newParts] = listParts(pair)
      for (const finding of pair.findings)
        if (oldParts[0]?.path === finding.oldPath && newParts[0]?.path === finding.path)
          note(finding, oldParts, newParts)
    }
    return keys
  })
  return {
    add,
    use: (pair, operation, where) => {
      const known = uses.get(pair)
      if (known) known.push([operation, where])
      else uses.set(pair, [[operation, where]])
    },
    changes: () => {
      relevant = leadingToFindings(reach([...uses.keys()]))
      for (const [holder, users] of uses)
        for (const { findings } of within(holder, relevant))
          for (const finding of findings)
            for (const [operation, where] of users) add(finding, operation, where)
      return [...found.values()].map(toBreakingChange)
    },
    isReported: (topic, oldPath, path) =>
      listHolders(oldPath).some((holder) => reported().has(createKey('old', topic, holder))) ||
      listHolders(path).some((holder) => reported().has(createKey('new', topic, holder))),
  }
}

type Placed = Pick<Node, 'path'>

function createKey(version: 'old' | 'new', topic: SchemaTopic, path: Path): string {
  return JSON.stringify([version, topic, path])
}

/** An alternative is a part of its schema, and the schema of a parameter a part of that parameter. */
function listHolders(path: Path): readonly Path[] {
  const isAlternative = /^(?:all|any|one)Of$/.test(String(path.at(-2)))
  if (isAlternative) return [path, ...listHolders(path.slice(0, -2))]
  return path.at(-1) === 'schema' ? [path, path.slice(0, -1)] : [path]
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
  const isShared = !isInPathItem(finding.path)
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
