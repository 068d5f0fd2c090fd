/** Replaces the characters from `start` to before `end`; offsets count UTF-16 units of the text as it was. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** An edit by lines of the old text, from 0. */
type LineChange = Edit

const context = 3

/**
 * Edits in the order of the text as a unified diff, whose lines keep their carriage returns. Empty without a difference. It is made
 * from the edits, as to search two texts for their differences takes time with the square of their number.
 */
export function unifiedDiff(file: string, before: string, edits: readonly Edit[]): string {
  return differ(file, before)(edits)
}

/** The diffs of several sets of edits of one text, which is read once. */
export function differ(file: string, before: string): (edits: readonly Edit[]) => string {
  const lines = splitLines(before)
  const starts = collectLineStarts(lines)
  return (edits) => renderDiff(file, lines, findChanges(before, lines, starts, edits))
}

function renderDiff(file: string, lines: readonly string[], changes: readonly LineChange[]): string {
  if (changes.length === 0) return ''
  let shift = 0
  const hunks = groupHunks(changes).map((group) => {
    const { text, added } = renderHunk(lines, group, shift)
    shift += added
    return text
  })
  return `--- ${quoteFileName('a', file)}\n+++ ${quoteFileName('b', file)}\n${hunks.join('')}`
}

/** Quoted like git. A blank would end the name for other readers; a tab behind it does not let it. */
function quoteFileName(side: string, file: string): string {
  const name = `${side}/${file}`
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a name may have them
  const quoted = name.replace(/["\\\0-\x1f\x7f]/g, (character) =>
    character === '"' || character === '\\'
      ? `\\${character}`
      : `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
  )
  if (quoted !== name) return `"${quoted}"`
  return name.includes(' ') ? `${name}\t` : name
}

/** Each with the line break at its end. */
function splitLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

/** The lines that edits touch, and what they become. */
export function listLineChanges(before: string, edits: readonly Edit[]): readonly LineChange[] {
  const lines = splitLines(before)
  return findChanges(before, lines, collectLineStarts(lines), edits)
}

/** The offsets of the lines, and that of the end. */
function collectLineStarts(lines: readonly string[]): readonly number[] {
  const starts = [0]
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length)
  return starts
}

function findChanges(
  before: string,
  lines: readonly string[],
  starts: readonly number[],
  edits: readonly Edit[],
): readonly LineChange[] {
  const clusters: { start: number; end: number; edits: Edit[] }[] = []
  let line = 0
  for (const edit of edits) {
    while (line + 1 < lines.length && (starts[line + 1] ?? 0) <= edit.start) line++
    let end = line + 1
    while (end < lines.length && (starts[end] ?? 0) < edit.end) end++
    const last = clusters.at(-1)
    if (last && line < last.end) {
      last.edits.push(edit)
      last.end = Math.max(last.end, end)
    } else clusters.push({ start: line, end: Math.min(end, lines.length), edits: [edit] })
  }
  const changes = clusters
    .map(({ start, end, edits: own }) => {
      const text = rewriteLines(before, starts[start] ?? 0, starts[end] ?? before.length, own)
      return trimChange(lines, { start, end, text })
    })
    .filter(({ start, end, text }) => end > start || text !== '')
  const joined: LineChange[] = []
  for (const change of changes) join(joined, change)
  return joined
}

/** Changes of lines that follow each other are one. */
function join(changes: LineChange[], next: LineChange): void {
  const last = changes.at(-1)
  if (last?.end !== next.start) changes.push(next)
  else changes[changes.length - 1] = { start: last.start, end: next.end, text: last.text + next.text }
}

function rewriteLines(before: string, start: number, end: number, edits: readonly Edit[]): string {
  let at = start
  let text = ''
  for (const edit of edits) {
    text += before.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return text + before.slice(at, end)
}

/** Without lines at either end that stay. */
function trimChange(lines: readonly string[], { start, end, text }: LineChange): LineChange {
  const fresh = splitLines(text)
  let [from, to] = [0, fresh.length]
  let [first, last] = [start, end]
  while (first < last && from < to && fresh[from] === lines[first]) [first, from] = [first + 1, from + 1]
  while (last > first && to > from && fresh[to - 1] === lines[last - 1]) [last, to] = [last - 1, to - 1]
  return { start: first, end: last, text: fresh.slice(from, to).join('') }
}

/** Changes whose context overlaps are in one hunk. */
function groupHunks(changes: readonly LineChange[]): readonly (readonly LineChange[])[] {
  const groups: LineChange[][] = []
  for (const change of changes) {
    const group = groups.at(-1)
    if (group && change.start - (group.at(-1)?.end ?? 0) <= 2 * context) group.push(change)
    else groups.push([change])
  }
  return groups
}

function renderHunk(lines: readonly string[], group: readonly LineChange[], shift: number) {
  const first = Math.max(0, (group[0]?.start ?? 0) - context)
  const last = Math.min(lines.length, (group.at(-1)?.end ?? 0) + context)
  const body: string[] = []
  let at = first
  for (const { start, end, text } of group) {
    body.push(...lines.slice(at, start).map((line) => ` ${line}`))
    body.push(...lines.slice(start, end).map((line) => `-${line}`))
    body.push(...splitLines(text).map((line) => `+${line}`))
    at = end
  }
  body.push(...lines.slice(at, last).map((line) => ` ${line}`))
  const old = body.filter((line) => !line.startsWith('+')).length
  const fresh = body.filter((line) => !line.startsWith('-')).length
  const head = `@@ -${renderRange(first, old)} +${renderRange(first + shift, fresh)} @@\n`
  return { text: head + body.map(endLine).join(''), added: fresh - old }
}

function renderRange(start: number, count: number): string {
  return `${count === 0 ? start : start + 1}${count === 1 ? '' : `,${count}`}`
}

function endLine(line: string): string {
  return line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`
}
