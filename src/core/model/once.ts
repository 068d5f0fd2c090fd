/** Makes a value when it is first asked for, and keeps it: what many runs do without is not made at their start. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Remembers a result for each object, as long as the object lives. */
export function rememberPerObject<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>()
  return (key) => {
    const found = known.get(key) ?? { value: make(key) }
    known.set(key, found)
    return found.value
  }
}

/** Remembers a result for each pair of objects, as long as both live. */
export function rememberPerPair<First extends object, Second extends object, Value>(
  make: (first: First, second: Second) => Value,
): (first: First, second: Second) => Value {
  const remember = rememberPerObject((first: First) =>
    rememberPerObject((second: Second) => make(first, second)),
  )
  return (first, second) => remember(first)(second)
}

/** Remembers a list for each object; any other value has none. */
export function rememberList<Item>(
  list: (root: object) => readonly Item[],
): (root: unknown) => readonly Item[] {
  const known = rememberPerObject(list)
  return (root) => (typeof root === 'object' && root !== null ? known(root) : [])
}

/** Gives a function that returns undefined for the first value of a key, and that value for all later ones of the key. */
export function createFirstFinder<Value>(): (key: unknown, value: Value) => Value | undefined {
  const firsts = new Map<unknown, Value>()
  return (key, value) => {
    const first = firsts.get(key)
    if (first === undefined) firsts.set(key, value)
    return first
  }
}
