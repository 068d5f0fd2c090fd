import { htmlText } from '../core/text/html-text.ts'
import { sanitize } from '../core/text/sanitize.ts'
import { excerpt, grouped, plural } from '../core/text/wording.ts'

/** An excerpt for HTML whose direction does not change that of the text around it. */
export function isolated(text: string, longest?: number): string {
  return `<bdi>${htmlText(excerpt(text, longest))}</bdi>`
}

/** An excerpt for HTML in which what is in backticks is code. */
export function proseHtml(text: string, longest?: number): string {
  const pieces = htmlText(excerpt(text, longest)).split(/`([^`]+)`/)
  return `<bdi>${pieces.map((piece, at) => (at % 2 === 1 ? `<code>${piece}</code>` : piece)).join('')}</bdi>`
}

/** A link to another page, where there is an address; `html` is HTML. */
export function linkedHtml(html: string, address: string | undefined): string {
  return address === undefined ? html : `<a href="${htmlText(address)}" rel="noreferrer">${html}</a>`
}

/** An item of the counts at the top of a page. */
export function tileHtml(name: string, count: number, words: string): string {
  return `<li class="${name}${count === 0 ? ' none' : ''}"><b>${grouped(count)}</b> ${words}</li>`
}

/**
 * Foreign text for XML, in an attribute or between tags: on one line, so that a log which the report is printed to
 * finds no command at the start of a line, and without what XML 1.0 has no way to write.
 */
export function xmlText(text: string): string {
  return htmlText(bounded(text, longestXml)).replace(/[\ufffe\uffff]/g, '\ufffd')
}

/** Readers of XML refuse a text of megabytes, and with it the whole report. */
const longestXml = 100_000

/** What nobody reads to its end is cut, and says so. */
export function bounded(text: string, longest: number): string {
  if (text.length <= longest) return text
  return `${text.slice(0, longest)}… (${plural(text.length - longest, 'more character')} in the JSON report)`
}

const active = /[\\`*_{}[\]<>()#+\-|~@$&=]/g
const markdownEntities: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '|': '&#124;',
}

/** U+2060 joins words and shows nothing: `@` before it calls nobody, `#1` after it is not a link. */
const joiner = '\u2060'

/**
 * Foreign text in Markdown: what Markdown or HTML would act on is made plain, and what a forge makes links and mentions
 * of (`@name`, `#1`, an address) is broken invisibly. Newlines stay.
 */
export function markdownText(text: string): string {
  return withoutLinks(sanitize(text))
    .replace(active, (found) => markdownEntities[found] ?? `\\${found}`)
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
  return markdownWithCode(excerpt(text))
}

/** Foreign text of which nothing acts, but that what is in backticks is shown as code. */
export function markdownWithCode(text: string): string {
  const pieces = sanitize(text).split(/(`[^`\n]+`)/)
  return pieces
    .map((piece, index) => (index % 2 === 1 ? code(piece.slice(1, -1)) : markdownText(piece)))
    .join('')
}

/** Foreign text as code on one line, cut. Backticks hold only what no reader sees anything else in. */
export function code(text: string): string {
  const line = excerpt(text)
  return plainCode.test(line) ? `\`${line}\`` : `<code>${markdownText(line)}</code>`
}

/** A cell ends at a bar, and blanks at the ends of code are lost. */
const plainCode = /^[!-_a-{}~]+(?: [!-_a-{}~]+)*$/

/** A fence of Markdown that is longer than any in the text. */
export function chooseFence(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map(([run]) => run.length)
  return '`'.repeat(Math.max(2, ...runs) + 1)
}
