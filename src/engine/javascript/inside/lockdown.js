/**
 * Gives `freeze`, which freezes values and all that they lead to, and `lockDown`, which does so to all built-in objects:
 * afterwards nothing that two files of code can both reach changes. What inherits from a built-in prototype can still be
 * assigned a property of the same name, by a setter: a frozen property would refuse that, in sloppy code silently.
 */
;(() => {
  const { defineProperty, freeze, getOwnPropertyDescriptor, getPrototypeOf, isExtensible } = Object
  const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function'

  /** All objects that values lead to, but for what is behind frozen ones. */
  function reach(roots) {
    const isOpen = (value) => isObject(value) && isExtensible(value)
    const reached = new Set(roots.filter(isOpen))
    const add = (value) => isOpen(value) && reached.add(value)
    for (const each of reached) {
      add(getPrototypeOf(each))
      for (const key of Reflect.ownKeys(each)) {
        const { value, get, set } = getOwnPropertyDescriptor(each, key)
        add(value)
        add(get)
        add(set)
      }
    }
    return reached
  }

  function freezeAll(...roots) {
    for (const each of reach(roots)) freeze(each)
  }

  function allowOverride(owner, key) {
    const { value, writable, configurable, enumerable } = getOwnPropertyDescriptor(owner, key)
    if (!writable || !configurable) return
    const get = () => value
    // Libraries that collect the built-in functions look for it here.
    get.originalValue = value
    const { set } = {
      set(value) {
        if (this === owner) throw new TypeError(`the built-in '${String(key)}' cannot be changed`)
        defineProperty(this, key, { value, writable: true, enumerable: true, configurable: true })
      },
    }
    defineProperty(owner, key, { get, set, enumerable, configurable: false })
    freeze(get)
    freeze(set)
  }

  /** What no name leads to. */
  const unnamed = () => [
    function* () {},
    async () => {},
    async function* () {},
    [].values(),
    ''[Symbol.iterator](),
    ''.matchAll(/x/g),
    new Map().values(),
    new Set().values(),
    Iterator.from({ next: () => {} }),
    [].values().map((each) => each),
  ]

  function lockDown() {
    for (const name of ['prepareStackTrace', 'stackTraceLimit'])
      defineProperty(Error, name, { get: () => {}, set: () => {}, configurable: true })
    for (const each of reach([globalThis, ...unnamed()])) {
      const isPrototype = each === Function.prototype || (typeof each === 'object' && each !== globalThis)
      for (const key of isPrototype ? Reflect.ownKeys(each) : []) allowOverride(each, key)
      freeze(each)
    }
  }

  return { freeze: freezeAll, lockDown }
})()
