/** A JSONPath expression as a tree. `parse.ts` makes it from text; nothing else looks at the text again. */
export interface Query {
  /** The expression as it was written, for messages and as the key under which equal queries share work. */
  readonly text: string
}
