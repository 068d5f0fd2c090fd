/** A function of a ruleset that could not be loaded, or failed. It fails the rules that name it, and no others. */
export class FunctionError extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'FunctionError'
  }
}
