/** Sections of lines as the whole text: an empty line between two, none for a section without lines. */
export function textOf(sections: readonly (readonly string[])[]): string {
  const text = sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
  return `${withoutCommands(text)}\n`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colour may stand before the text.
const lineCommand = /^((?:\s|\u001b\[\d+m)*):(?=:)/gm

/** A line that starts with `::` is a command to GitHub's log reader; a ratio sign looks the same and is none. */
function withoutCommands(text: string): string {
  return text.replaceAll(lineCommand, '$1\u2236')
}
