/**
 * A description `times` as large: its paths and components once more for each time, under new names, and every
 * reference of a copy led to the components of that copy. Security schemes are named without references, and stay one.
 */
export function enlarge(document, times) {
  const large = structuredClone(document)
  for (let copy = 2; copy <= times; copy += 1) addCopy(large, document, copy)
  return large
}

function addCopy(large, document, copy) {
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    large.paths[`/copy-${copy}${path}`] = renamed(item, copy)
  }
  for (const [kind, components] of Object.entries(document.components ?? {})) {
    if (kind === 'securitySchemes') continue
    for (const [name, component] of Object.entries(components)) {
      large.components[kind][`${name}_${copy}`] = renamed(component, copy)
    }
  }
}

const componentPointer = /^#\/components\/(?!securitySchemes\/)[^/]+\/[^/]+/

function renamed(value, copy, key) {
  if (typeof value === 'string') return renamedText(value, copy, key)
  if (Array.isArray(value)) return value.map((item) => renamed(item, copy))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, renamed(item, copy, name)]))
}

function renamedText(text, copy, key) {
  if (key === 'operationId') return `${text}Copy${copy}`
  return text.replace(componentPointer, (pointer) => `${pointer}_${copy}`)
}
