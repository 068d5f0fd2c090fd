import type { Compared } from './compare.ts'
import type { SchemaView } from './schema-view.ts'

/** Formats of 3.0, and how 3.1 writes them. */
const rewritten = [
  { format: 'byte', keyword: 'contentEncoding', value: 'base64' },
  { format: 'base64', keyword: 'contentEncoding', value: 'base64' },
  { format: 'base64url', keyword: 'contentEncoding', value: 'base64url' },
  { format: 'binary', keyword: 'contentMediaType', value: 'application/octet-stream' },
]

/** What a text is the encoding of. */
export function checkEncoding({ base, head, use, report }: Compared): void {
  for (const keyword of ['contentEncoding', 'contentMediaType']) {
    const [before, after] = [base.first(keyword) ?? 'none', head.first(keyword) ?? 'none']
    if (before === after || isRewritten(base, head, keyword)) continue
    const message = `had ${keyword} ${String(before)} and now has ${String(after)}`
    report(`breaking-${use.direction}-encoding-changed`, message)
  }
}

/** Whether one has as a format what the other has as a keyword. */
export function isRewritten(base: SchemaView, head: SchemaView, only?: string): boolean {
  return rewritten.some(({ format, keyword, value }) => {
    const isPair = (some: SchemaView, other: SchemaView) =>
      some.formats.size === 1 &&
      some.formats.has(format) &&
      other.formats.size === 0 &&
      other.first(keyword) === value
    return (only ?? keyword) === keyword && (isPair(base, head) || isPair(head, base))
  })
}
