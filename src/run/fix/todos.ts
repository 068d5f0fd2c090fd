import type { FixedFile } from './fix-result.ts'

/** A line that a person has to complete. */
export interface Todo {
  readonly file: string
  readonly line: number
  readonly text: string
}

/** What the fixes of gov leave to be completed. */
const placeholder = /TODO: |https:\/\/example\.com\/TODO|todo@example\.com/

/** Lines with a placeholder that the files did not have before. */
export function todosIn(files: readonly Pick<FixedFile, 'file' | 'before' | 'after'>[]): readonly Todo[] {
  return files.flatMap(({ file, before, after }) => {
    const known = linesOf(before).map(({ text }) => text)
    return linesOf(after)
      .filter(({ text }) => {
        const place = known.indexOf(text)
        if (place !== -1) known.splice(place, 1)
        return place === -1
      })
      .map((found) => ({ file, ...found }))
  })
}

function linesOf(text: string): readonly Omit<Todo, 'file'>[] {
  return text
    .split(/\r?\n|\r/)
    .map((each, index) => ({ line: index + 1, text: each.trim() }))
    .filter((each) => placeholder.test(each.text))
}
