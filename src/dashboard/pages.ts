/** How many pages are asked for before they are needed. */
const ahead = 4

/**
 * The pages from the first to the last, in order, as the answers come: never more than a few are held. It ends with
 * the number of pages that the last answer names, or with a page that `isEmpty`, whatever the answers say.
 */
export async function* readPages<Page>(
  read: (page: number) => Promise<Page>,
  facts: { readonly countOf: (page: Page) => number; readonly isEmpty: (page: Page) => boolean },
): AsyncGenerator<Page> {
  const first = await read(1)
  yield first
  let last = facts.isEmpty(first) ? 1 : facts.countOf(first)
  const coming: Promise<Page>[] = []
  for (let next = 2; next <= last || coming.length > 0; ) {
    while (next <= last && coming.length < ahead) {
      const asked = read(next++)
      // A failure is met when its turn comes; until then it must not end the process.
      asked.catch(() => {})
      coming.push(asked)
    }
    const page = await coming.shift()
    if (page === undefined || facts.isEmpty(page)) return
    yield page
    last = facts.countOf(page)
  }
}
