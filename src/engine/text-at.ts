import type { Location } from '../model/location.ts'

/** The rest of the line from where a location starts. */
export function textAt(text: string, { start_line, start_char }: Location): string {
  let from = 0
  for (let line = 1; line < start_line; line++) from = text.indexOf('\n', from) + 1
  const end = text.indexOf('\n', from)
  return text.slice(from + start_char - 1, end === -1 ? undefined : end)
}
