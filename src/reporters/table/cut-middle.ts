import { measureWidth } from '../../core/text/width.ts'

/** A name in at most `width` columns: a third of its beginning, `…`, and its end, which tells more. */
export function cutMiddle(text: string, width: number): string {
  if (measureWidth(text) <= width) return text
  const characters = [...text]
  const end = takeFitting(characters.toReversed(), width - 1 - Math.floor((width - 1) / 3)).toReversed()
  const start = takeFitting(characters, width - 1 - measureWidth(end.join('')))
  return `${start.join('')}…${end.join('')}`
}

/** As many of the first characters as fit into `width` columns. */
export function takeFitting(characters: readonly string[], width: number): string[] {
  let left = width
  const at = characters.findIndex((character) => {
    left -= measureWidth(character)
    return left < 0
  })
  return characters.slice(0, at === -1 ? characters.length : at)
}

/** `file:line:column` with its position whole. The path of an issue without a line stays: nothing else finds the issue. */
export function cutPlace(place: string, width: number): string {
  const [name, position] = splitPlace(place)
  return position === '' ? place : cutMiddle(name, width - position.length) + position
}

export function splitPlace(place: string): [name: string, position: string] {
  const [position = ''] = /(?:^\d+)?(?::\d+)*$/.exec(place) ?? []
  return [place.slice(0, place.length - position.length), position]
}

const triedWidths = [12, 16, 20, 24, 30, 36, 44, 60, 80, 120, 300]

/** The narrowest of a few widths in which names that are cut still differ as they do whole. */
export function findLeastWidth(names: readonly string[]): number {
  const different = [...new Set(names)]
  const widest = Math.max(...different.map(measureWidth))
  const isEnough = (width: number) =>
    new Set(different.map((name) => cutMiddle(name, width))).size === different.length
  return triedWidths.find((width) => width >= widest || isEnough(width)) ?? widest
}
