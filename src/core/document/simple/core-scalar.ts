const words = new Map<string, unknown>([
  ...['~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
  ...['.nan', '.NaN', '.NAN'].map((word) => [word, Number.NaN] as const),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map((word) => [word, Infinity] as const),
  ...['-.inf', '-.Inf', '-.INF'].map((word) => [word, -Infinity] as const),
])

const longestWord = 5
const decimal = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/
const octal = /^0o[0-7]+$/
const hexadecimal = /^0x[0-9a-fA-F]+$/

/**
 * Resolves a scalar without quotes by YAML's core schema: null, a boolean, a number, or a text. A
 * number beyond the range of a double is a text.
 */
export function resolveScalar(source: string): unknown {
  const first = source.charCodeAt(0)
  if (first > 0x39) return source.length <= longestWord ? wordOr(source) : source
  // Numbers begin with one of + - . and the digits.
  if (first < 0x2b) return source
  const number = toNumber(source)
  return number !== undefined && Number.isFinite(number) ? number : wordOr(source)
}

function wordOr(source: string): unknown {
  const word = words.get(source)
  return word === undefined ? source : word
}

function toNumber(source: string): number | undefined {
  if (decimal.test(source)) return Number(source)
  if (octal.test(source)) return Number.parseInt(source.slice(2), 8)
  if (hexadecimal.test(source)) return Number.parseInt(source.slice(2), 16)
  return undefined
}
