import { sanitize } from '../text/sanitize.ts'
import { excerpt } from './wording.ts'

const active = /[\\`*_{}[\]<>()#+\-|~@$&=]/g
const entities: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '|': '&#124;' }

/** U+2060 joins words and shows nothing: `@` before it calls nobody, `#1` after it is not a link. */
const joiner = '\u2060'

/**
 * Foreign text in Markdown: what Markdown or HTML would act on is made plain, and what a forge makes links and mentions
 * of (`@name`, `#1`, an address) is broken invisibly. Newlines stay.
 */
export function markdownText(text: string): string {
  return withoutLinks(sanitize(text))
    .replace(active, (found) => entities[found] ?? `\\${found}`)
    .replace(/:\/\//g, '&#58;//')
}

/** Breaks what a forge turns into a link or a mention by itself, in Markdown and in HTML. */
export function withoutLinks(text: string): string {
  return text.replace(
    /:\/\/|(?<=www)\.|[@#](?=[\p{L}\p{N}_])|(?<=\bGH)-(?=\d)/giu,
    (found) => `${found}${joiner}`,
  )
}

/** Foreign text in a table cell or a list: on one line, and cut. */
export function cell(text: string): string {
  return markdownText(excerpt(text))
}
