const width = 72

export function yamlLine(value: unknown): string {
  return renderFlow(value)
}

/** A JSON value as YAML for people: on one line where that fits, else a line for each key or item. */
export function yamlText(value: unknown): string {
  return `${renderBlock(value, 0).join('\n')}\n`
}

function renderBlock(value: unknown, indent: number): string[] {
  const margin = ' '.repeat(indent)
  if (Array.isArray(value) && value.length > 0) {
    return value.flatMap((item: unknown) => {
      if (!isLong(item, indent + 2)) return `${margin}- ${renderFlow(item)}`
      const [first = '', ...rest] = renderBlock(item, indent + 2)
      return [`${margin}- ${first.trimStart()}`, ...rest]
    })
  }
  const entries = listEntries(value)
  if (entries === undefined || entries.length === 0) return [margin + renderFlow(value)]
  return entries.flatMap(([key, inner]) => {
    const label = `${margin}${renderScalar(key)}:`
    return isLong(inner, label.length + 1)
      ? [label, ...renderBlock(inner, indent + 2)]
      : `${label} ${renderFlow(inner)}`
  })
}

function isLong(value: unknown, column: number): boolean {
  return typeof value === 'object' && value !== null && column + renderFlow(value).length > width
}

function renderFlow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(renderFlow).join(', ')}]`
  const entries = listEntries(value)
  if (entries === undefined) return renderScalar(value)
  if (entries.length === 0) return '{}'
  return `{ ${entries.map(([key, inner]) => `${renderScalar(key)}: ${renderFlow(inner)}`).join(', ')} }`
}

function listEntries(value: unknown): [string, unknown][] | undefined {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).filter(([, inner]) => inner !== undefined)
    : undefined
}

const words = /^(?!(?:true|false|null|yes|no|on|off|y|n)$)[A-Za-z/$_][\w/$.*-]*(?: [\w/$.()*-]+)*$/i
const address = /^https?:\/\/[\w.:/-]*[\w/-]$/i

/** Whether every reader of YAML takes a text without quotes for this string: words, a path, an address. */
export function isPlain(text: string): boolean {
  return words.test(text) || address.test(text)
}

/** A JSON scalar as YAML: JSON text is YAML text. */
export function renderScalar(value: unknown): string {
  if (typeof value === 'bigint') return String(value)
  return typeof value === 'string' && isPlain(value) ? value : (JSON.stringify(value) ?? 'null')
}
