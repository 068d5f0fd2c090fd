/** What `make` gives; undefined where it throws, for whatever reason. */
export function tryMake<Value>(make: () => Value): Value | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}
