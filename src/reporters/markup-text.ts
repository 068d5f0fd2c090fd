import { oneLine } from '../text/sanitize.ts'
import { excerpt, grouped } from './wording.ts'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Foreign text for HTML, in an attribute in double quotes or between tags, on one line. */
export function htmlText(text: string): string {
  return oneLine(text).replace(/[&<>"']/g, (found) => entities[found] ?? found)
}

/** An excerpt for HTML whose direction does not change that of the text around it. */
export function isolated(text: string, longest?: number): string {
  return `<bdi>${htmlText(excerpt(text, longest))}</bdi>`
}

/**
 * Foreign text for XML, in an attribute or between tags: on one line, so that a log which the report is printed to
 * finds no command at the start of a line, and without what XML 1.0 has no way to write.
 */
export function xmlText(text: string): string {
  return htmlText(bounded(text)).replace(/[\ufffe\uffff]/g, '\ufffd')
}

/** Readers of XML refuse a text of megabytes, and with it the whole report. */
const longest = 100_000

function bounded(text: string): string {
  if (text.length <= longest) return text
  return `${text.slice(0, longest)}… (${grouped(text.length - longest)} more characters in the JSON report)`
}
