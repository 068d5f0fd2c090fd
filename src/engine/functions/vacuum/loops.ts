import { pathOfPlace, refPlaces } from '../../ref-places.ts'
import { perDocument } from '../per-document.ts'

const schemaRef = /^#\/components\/schemas\/([^/]+)$/

/**
 * The shared schemas, as references write them, at which a chain of references closes: vacuum looks no further there.
 * Which of a circle it is depends on where one begins: with the first schema, and in the order of the document.
 */
export const loopsIn: (
  document: Parameters<ReturnType<typeof perDocument>>[0],
) => ReadonlySet<string> | undefined = perDocument((root) => closing(referencesIn(root)))

type Graph = ReadonlyMap<string, readonly string[]>

function referencesIn(root: object): Graph {
  const graph = new Map<string, string[]>()
  for (const place of refPlaces(root)) {
    const [components, schemas, name] = pathOfPlace(place)
    if (components !== 'components' || schemas !== 'schemas' || !schemaRef.test(place.ref)) continue
    const from = `#/components/schemas/${name}`
    graph.set(from, [...(graph.get(from) ?? []), place.ref])
  }
  return graph
}

/** Depth first, without recursion: a chain may be as long as a document. */
function closing(graph: Graph): ReadonlySet<string> {
  const [open, done, found] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const start of graph.keys()) {
    const pending = [{ name: start, next: 0 }]
    for (let at = pending.at(-1); at; at = pending.at(-1)) {
      open.add(at.name)
      const to = graph.get(at.name)?.[at.next++]
      if (to === undefined) {
        pending.pop()
        open.delete(at.name)
        done.add(at.name)
      } else if (open.has(to)) found.add(to)
      else if (!done.has(to)) pending.push({ name: to, next: 0 })
    }
  }
  return found
}
