import { oneLine } from './sanitize.ts'

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
