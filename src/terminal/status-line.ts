/** One line at the cursor of a terminal, for the time being. */
export interface StatusLine {
  /** Takes the place of what it showed before; `lineFor` is given how many columns there are. */
  show(lineFor: (columns: number) => string): void
  /** Leaves no trace. Whatever else is written to the terminal is written after it. */
  clear(): void
}

interface Terminal {
  readonly columns?: number | undefined
  write(text: string, done: () => void): unknown
}

/** To the start of the line, and everything from there on erased. */
const erase = '\r\u001b[J'

const withoutColumns = 80

/**
 * The cursor goes back to the start of the line after each write. A terminal that is made narrower breaks the line
 * below the cursor then, or cuts it: in either case all of it is erased from where the cursor is. Nothing of the
 * terminal is changed (its cursor stays visible), so that a process which is killed has nothing to restore.
 */
export function createStatusLine(terminal: Terminal): StatusLine {
  let shown = ''
  const write = (text: string) => void terminal.write(text, () => {})
  return {
    show: (lineFor) => {
      // Some terminals break a line whose last column is filled.
      const room = Math.max(0, (terminal.columns || withoutColumns) - 1)
      const line = lineFor(room).slice(0, room)
      if (line === shown) return
      write(`${erase}${line}\r`)
      shown = line
    },
    clear: () => {
      if (shown !== '') write(erase)
      shown = ''
    },
  }
}
