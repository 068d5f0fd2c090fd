import { markdownText } from '../markdown-text.ts'
import { excerpt } from '../wording.ts'

/** Foreign text in a table cell or a list: on one line, cut at a length that people read, and plain. */
export function cell(text: string): string {
  return markdownText(excerpt(text))
}
