/** Text that is not a document. `line` and `column` count from 1. */
export class ParseError extends Error {
  readonly reason: string
  readonly line: number
  readonly column: number

  constructor(reason: string, line: number, column: number) {
    super(`${reason} (line ${line}, column ${column})`)
    this.name = 'ParseError'
    this.reason = reason
    this.line = line
    this.column = column
  }
}
