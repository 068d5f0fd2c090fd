/** Runs at most `most` tasks at once, in the order given. After the first failure no other task begins. */
export function createLimiter(most: number): <Value>(task: () => Promise<Value>) => Promise<Value> {
  const waiting: (() => void)[] = []
  let free = most
  let failure: { readonly error: unknown } | undefined
  const enter = async () => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }
  /** A place that somebody waits for is handed on, and never free in between. */
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
  return async (task) => {
    await enter()
    try {
      if (failure) throw failure.error
      return await task()
    } catch (error) {
      failure ??= { error }
      throw error
    } finally {
      leave()
    }
  }
}
