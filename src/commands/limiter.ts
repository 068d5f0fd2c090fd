type Task<Value> = (free: () => void) => Promise<Value>

/**
 * Runs at most `most` tasks at once, in the order given. After the first failure no other task begins. A task that has
 * only work of its own left may call `free`, and the next one begins at once.
 *
 * What a task needs comes into being when it begins: a call that waits for long becomes old to the garbage collector,
 * and all that it then points to, such as a whole answer, would stay with it until the next full collection.
 */
export function createLimiter(most: number): <Value>(task: Task<Value>) => Promise<Value> {
  const waiting: (() => void)[] = []
  let running = 0
  let failure: { readonly error: unknown } | undefined
  const begin = () => {
    while (running < most) {
      const next = waiting.shift()
      if (next === undefined) return
      next()
    }
  }
  const run = async <Value>(task: Task<Value>): Promise<Value> => {
    let isFree = false
    const free = () => {
      if (isFree) return
      isFree = true
      running -= 1
      begin()
    }
    try {
      return await task(free)
    } catch (error) {
      failure ??= { error }
      throw error
    } finally {
      free()
    }
  }
  return (task) =>
    new Promise((resolve, reject) => {
      waiting.push(() => {
        if (failure) return reject(failure.error)
        running += 1
        run(task).then(resolve, reject)
      })
      begin()
    })
}
