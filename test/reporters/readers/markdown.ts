import { marked } from 'marked'
import type { Reader } from './reading.ts'

const allowed = /^(p|h2|h3|ul|li|strong|em|b|br|table|thead|tbody|tr|th|td|details|summary|code)$/

/** Parses GitHub's flavour of Markdown into tags. */
export const markdown: Reader = (text) => {
  if (text.length > 65_536) throw new Error(`${text.length} characters`)
  const html = marked.parse(text, { gfm: true, async: false })
  const body = html.replace('<!-- gov report -->', '')
  const tags = [...body.matchAll(/<(\/?)([a-zA-Z!?][^\s>/]*)([^>]*)>/g)].map(
    ([, end, name = '', rest = '']) => {
      if (!allowed.test(name)) throw new Error(`a tag ${name}`)
      if (!/^(?: align="right")?$/.test(rest)) throw new Error(`${name} has ${rest}`)
      return `${end}${name}`
    },
  )
  // A forge makes no link of what is code.
  const visible = body.replace(/<code>[^<]*<\/code>/g, ' ').replace(/<[^>]*>/g, ' ')
  const [link] = /(?:^|\W)@\w|(?:^|\s)#\d|:\/\/\w|\bwww\.\w/.exec(visible) ?? []
  if (link !== undefined) throw new Error(`a link or a mention: ${link}`)
  const rows = [...body.matchAll(/<tr>\s*<td>(error|warn|info|hint)<\/td>([\s\S]*?)<\/tr>/g)]
  return {
    issues: rows.map(([, severity = '', cells = '']) => `${severity} ${cells.replace(/<[^>]*>/g, ' ')}`),
    faults: [...body.matchAll(/<strong>not (?:decided|complete)<\/strong>: ([\s\S]*?)<\/li>/g)].map(
      ([, told = '']) => told.replace(/<[^>]*>/g, ''),
    ),
    shape: tags.filter((tag) => !tag.endsWith('code')),
  }
}
