export const casings = ['kebab', 'snake', 'camel', 'pascal', 'macro', 'cobol', 'flat'] as const
export type Casing = (typeof casings)[number]

/** A text of several words in another case; undefined: it is not made of words. */
export function inCase(text: string, casing: Casing): string | undefined {
  if (!/^[A-Za-z][A-Za-z0-9 ._-]*$/.test(text)) return undefined
  const words = text.match(/[A-Z]+(?![a-z])\d*|[A-Z]?[a-z]+\d*|\d+/g) ?? []
  const small = words.map((word) => word.toLowerCase())
  const humps = small.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  switch (casing) {
    case 'kebab':
      return small.join('-')
    case 'cobol':
      return small.join('-').toUpperCase()
    case 'snake':
      return small.join('_')
    case 'macro':
      return small.join('_').toUpperCase()
    case 'camel':
      return [...small.slice(0, 1), ...humps.slice(1)].join('')
    case 'pascal':
      return humps.join('')
    case 'flat':
      return small.join('')
  }
}

/** Each part of a path or of another text with separators; what is between braces stays. */
export function partsInCase(text: string, casing: Casing, separator: string): string | undefined {
  const parts = text
    .split(separator)
    .map((part) => (/^(?:\{.*\})?$/.test(part) ? part : inCase(part, casing)))
  return parts.includes(undefined) ? undefined : parts.join(separator)
}
