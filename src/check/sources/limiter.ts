/** The work for one item. It calls `free` when it no longer needs its slot, so that the next one begins. */
type Task<Item, Value> = (item: Item, free: () => void) => Promise<Value>

export type Limited = <Item, Value>(items: readonly Item[], task: Task<Item, Value>) => Promise<Value[]>

/**
 * Has at most `most` tasks running at once, of all lists that it is given, in the order given. After the first failure
 * no other task begins.
 *
 * What a task needs comes into being when it begins: what waits for long becomes old to the garbage collector, and all
 * that it then points to, such as a whole answer, would stay with it until the next full collection.
 */
export function createLimiter(most: number): Limited {
  /** For each list: begins its next task, and is false when there is none. */
  const waiting: (() => boolean)[] = []
  let running = 0
  let failure: { readonly error: unknown } | undefined
  const begin = () => {
    while (running < most) {
      const [next] = waiting
      if (next === undefined) return
      if (!next()) waiting.shift()
    }
  }
  const run = async <Item, Value>(item: Item, task: Task<Item, Value>): Promise<Value> => {
    running += 1
    let isFree = false
    const free = () => {
      if (isFree) return
      isFree = true
      running -= 1
      begin()
    }
    try {
      return await task(item, free)
    } catch (error) {
      failure ??= { error }
      throw error
    } finally {
      free()
    }
  }
  return <Item, Value>(items: readonly Item[], task: Task<Item, Value>) =>
    new Promise<Value[]>((resolve, reject) => {
      const values: Value[] = []
      const left = items.entries()
      let open = items.length
      if (open === 0) return resolve(values)
      waiting.push(() => {
        const { value: next } = left.next()
        if (next && failure) reject(failure.error)
        if (!next || failure) return false
        const [index, item] = next
        run(item, task).then((value) => {
          values[index] = value
          open -= 1
          if (open === 0) resolve(values)
        }, reject)
        return true
      })
      return begin()
    })
}

/** Runs work, at most `most` at once, in the order given: each check has a document and more in memory. */
export function createTurns(most: number): <Value>(work: () => Promise<Value>) => Promise<Value> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
