const cases = {
  camel: /^[a-z][a-z0-9]*(?:[A-Z0-9](?:[a-z0-9]+|$))*$/,
  pascal: /^[A-Z][a-z0-9]*(?:[A-Z0-9](?:[a-z0-9]+|$))*$/,
  'pascal-kebab': /^[A-Z][a-z0-9]*(?:-[A-Z][a-z0-9]*)*$/,
  kebab: /^[a-z0-9-]+$/,
  cobol: /^[A-Z0-9-]+$/,
  snake: /^[a-z0-9_]+$/,
  macro: /^[A-Z0-9_]+$/,
  flat: /^[a-z][a-z0-9]*$/,
}

export type PropertyCase = keyof typeof cases

export function isPropertyCase(name: string): name is PropertyCase {
  return Object.hasOwn(cases, name)
}

export function isInCase(name: string, type: PropertyCase): boolean {
  return cases[type].test(name)
}
