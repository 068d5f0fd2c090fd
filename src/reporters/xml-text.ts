import { oneLine } from '../sanitize.ts'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/**
 * Foreign text for XML, in an attribute or between tags: on one line, so that a log which the report is printed to
 * finds no command at the start of a line, and without what XML 1.0 has no way to write.
 */
export function xmlText(text: string): string {
  return oneLine(text)
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"']/g, (found) => entities[found] ?? found)
}
