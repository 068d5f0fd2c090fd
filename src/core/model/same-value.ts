/** Equal as JSON values, keys in their order. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [entries, others] = [Object.entries(one), Object.entries(other)]
  return (
    entries.length === others.length &&
    entries.every(([key, value], index) => {
      const [otherKey, otherValue] = others[index] ?? []
      return key === otherKey && isSameValue(value, otherValue)
    })
  )
}
