/** Pages that are looked through for a name: a suggestion is worth a few requests, and no more. */
const mostPages = 20

/** The names that `namesIn` finds in each page, or undefined when they are too many; throws what reading a page does. */
export async function namesInPages<Page>(
  pages: AsyncIterable<Page>,
  namesIn: (page: Page) => readonly (string | undefined)[] | undefined,
): Promise<readonly string[] | undefined> {
  const names: string[] = []
  let read = 0
  for await (const page of pages) {
    if (++read > mostPages) return undefined
    names.push(...(namesIn(page) ?? []).filter((name) => name !== undefined))
  }
  return names
}
