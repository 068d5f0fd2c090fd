import { measureWidth, wrap } from '../../core/text/width.ts'

/** Narrower descriptions go below what they describe. */
const leastColumn = 24

/**
 * A page of help in lines of at most `width` columns, however the texts in it were broken: sentences, the descriptions
 * beside flags, arguments and commands, and commands, which go on behind a backslash.
 */
export function foldHelp(text: string, width: number): string {
  return splitParagraphs(text)
    .flatMap((line) => foldLine(line, width))
    .join('\n')
}

/** Each block of sentences as one line; every other line as it is. */
function splitParagraphs(text: string): string[] {
  const lines: string[] = []
  for (const line of text.split('\n')) {
    const last = lines.at(-1)
    if (last !== undefined && isProse(last) && isProse(line)) lines[lines.length - 1] = `${last} ${line}`
    else lines.push(line)
  }
  return lines
}

function isProse(line: string): boolean {
  return /^\S/.test(line) && !/^Usage:|^[A-Z][\w ]*:$/.test(line)
}

const beside = /^( {2,}\S.* {2,})(\S.*)$/

function foldLine(line: string, width: number): string[] {
  if (measureWidth(line) <= width) return [line]
  const [, label, description] = beside.exec(line) ?? []
  if (label !== undefined && description !== undefined) return foldDescription(label, description, width)
  const margin = /^ */.exec(line)?.[0] ?? ''
  if (/^ {2,}(?:gov|npm|npx|git) /.test(line)) return foldCommand(line, width)
  return wrap(line.slice(margin.length), width - margin.length).map((part) => margin + part)
}

function foldDescription(label: string, description: string, width: number): string[] {
  const room = width - label.length
  if (room >= leastColumn) {
    const [first = '', ...others] = wrap(description, room)
    return [label + first, ...others.map((other) => ' '.repeat(label.length) + other)]
  }
  return [
    ...wrapLabel(label.trimEnd(), width),
    ...wrap(description, width - 6).map((part) => `      ${part}`),
  ]
}

function wrapLabel(label: string, width: number): string[] {
  return measureWidth(label) <= width
    ? [label]
    : wrap(label.trimStart(), width - 2).map((part) => `  ${part}`)
}

function foldCommand(line: string, width: number): string[] {
  const margin = /^ */.exec(line)?.[0] ?? ''
  const parts = wrap(line.slice(margin.length), width - margin.length - 4)
  return parts.map((part, at) => margin + (at > 0 ? '  ' : '') + part + (at < parts.length - 1 ? ' \\' : ''))
}
