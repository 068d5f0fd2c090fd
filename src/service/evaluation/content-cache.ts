/** Keeps what was made from a content, for the `size` contents used last. What throws is not kept. */
export function contentCache<Value>(size: number): (content: string, make: () => Value) => Value {
  const values = new Map<string, Value>()
  return (content, make) => {
    const known = values.get(content)
    const value = known ?? make()
    values.delete(content)
    values.set(content, value)
    const [oldest] = values.size > size ? values.keys() : []
    if (oldest !== undefined) values.delete(oldest)
    return value
  }
}
