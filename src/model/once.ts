/** Makes a value when it is first asked for, and keeps it: what many runs do without is not made at their start. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
