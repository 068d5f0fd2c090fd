/**
 * Gives every node of a directed graph the number of its group: two nodes share one when each can be reached from the
 * other (Tarjan's algorithm, with a stack of its own).
 */
export function groupByCycle<Node>(edges: ReadonlyMap<Node, ReadonlySet<Node>>): ReadonlyMap<Node, number> {
  const groups = new Map<Node, number>()
  const order = new Map<Node, number>()
  const lowest = new Map<Node, number>()
  const open: Node[] = []
  const work: { node: Node; rest: Iterator<Node> }[] = []

  function enter(node: Node): void {
    order.set(node, order.size)
    lowest.set(node, order.size - 1)
    open.push(node)
    work.push({ node, rest: (edges.get(node) ?? new Set<Node>()).values() })
  }

  function lower(node: Node, to: number | undefined): void {
    lowest.set(node, Math.min(lowest.get(node) ?? 0, to ?? Number.POSITIVE_INFINITY))
  }

  function close(node: Node): void {
    if (lowest.get(node) !== order.get(node)) return
    const group = groups.size
    for (let member = open.pop(); member !== undefined; member = open.pop()) {
      groups.set(member, group)
      if (member === node) return
    }
  }

  for (const start of edges.keys()) {
    if (!order.has(start)) enter(start)
    for (let top = work.at(-1); top; top = work.at(-1)) {
      const next = top.rest.next()
      if (next.done) {
        work.pop()
        close(top.node)
        const below = work.at(-1)
        if (below) lower(below.node, lowest.get(top.node))
      } else if (!order.has(next.value)) enter(next.value)
      else if (!groups.has(next.value)) lower(top.node, order.get(next.value))
    }
  }
  return groups
}
