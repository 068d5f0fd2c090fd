import { withoutLineCommands } from '../../text/sanitize.ts'

/** Sections of lines as the whole text: an empty line between two, none for a section without lines. */
export function textOf(sections: readonly (readonly string[])[]): string {
  const text = sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
  return `${withoutLineCommands(text)}\n`
}
