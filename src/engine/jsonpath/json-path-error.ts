/** Text that is not a JSONPath: why, and the 0-based offset at which reading stopped. */
export class JsonPathError extends Error {
  readonly reason: string
  readonly offset: number

  constructor(reason: string, offset: number) {
    super(`${reason} (at character ${offset + 1})`)
    this.name = 'JsonPathError'
    this.reason = reason
    this.offset = offset
  }
}
