/** What begins and ends a tag: mustache, Go, Helm and Liquid; Jinja; ERB and EJS; FreeMarker. */
const tags: ReadonlyMap<string, string> = new Map([
  ['{{', '}}'],
  ['{%', '%}'],
  ['{#', '#}'],
  ['<%', '%>'],
  ['<#', '>'],
])

/** A text without the tags of a template. One that is not closed ends them. */
export function withoutTags(text: string): string {
  let bare = ''
  let from = 0
  for (const { 0: begin, index } of text.matchAll(/\{[{%#]|<[%#]/g)) {
    if (index < from) continue
    const end = tags.get(begin) ?? ''
    const at = text.indexOf(end, index + begin.length)
    if (at === -1) break
    bare += text.slice(from, index)
    from = at + end.length
  }
  return bare + text.slice(from)
}

/** JSON without the comments that JSONC and JSON5 allow; any other text as it is. */
export function withoutComments(text: string): string {
  if (!/^\s*(?:\{|\/[/*])/.test(text)) return text
  return text.replaceAll(stringOrComment, (part) => (part.startsWith('/') ? ' ' : part))
}

const stringOrComment = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g
