import { isRecord } from '../../model/record.ts'
import { compareText } from '../../text/compare-text.ts'

/** The same for the same content, in whichever order its keys and items are. */
export function contentOf(item: unknown): string {
  if (Array.isArray(item)) return `[${item.map(contentOf).sort().join()}]`
  if (!isRecord(item)) return typeof item === 'string' ? JSON.stringify(item) : String(item)
  const members = Object.entries(item).map(([key, value]) => `${JSON.stringify(key)}:${contentOf(value)}`)
  return `{${members.sort(compareText).join()}}`
}
