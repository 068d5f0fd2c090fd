import type { Severity } from '../../model/severity.ts'
import { htmlText } from '../markup-text.ts'
import { grouped } from '../wording.ts'

export interface Line {
  /** The class of the line's colour. */
  readonly name: Severity | 'all'
  /** One for each run; `undefined` draws nothing. */
  readonly values: readonly (number | undefined)[]
}

interface Size {
  readonly width: number
  readonly height: number
}

/**
 * Lines over runs as SVG. A line joins only runs of one scope, each to the next of them, so that nothing is drawn between
 * counts that cannot be compared; a run without counts has no point.
 */
export function lineChart(
  lines: readonly Line[],
  scopes: readonly (number | undefined)[],
  size: Size,
): string {
  const { width, height } = size
  const highest = Math.max(1, ...lines.flatMap(({ values }) => values.flatMap((value) => value ?? [])))
  const x = (index: number) =>
    ((scopes.length < 2 ? 0.5 : index / (scopes.length - 1)) * (width - 12) + 6).toFixed(1)
  const y = (value: number) => (height - 6 - (value / highest) * (height - 12)).toFixed(1)
  const drawn = lines.flatMap(({ name, values }) => [
    ...[...new Set(scopes)].flatMap((scope) => {
      if (scope === undefined) return []
      const points = values.flatMap((value, index) =>
        value === undefined || scopes[index] !== scope ? [] : [`${x(index)},${y(value)}`],
      )
      return points.length < 2 ? [] : [`<polyline class="line ${name}" points="${points.join(' ')}"/>`]
    }),
    ...values.flatMap((value, index) =>
      value === undefined ? [] : [`<circle class="${name}" cx="${x(index)}" cy="${y(value)}" r="3"/>`],
    ),
  ])
  const words = lines.map(
    ({ name, values }) => `${name}: ${values.map((value) => value ?? 'none').join(', ')}`,
  )
  return `<svg class="lines" viewBox="0 0 ${width} ${height}" role="img" aria-label="${htmlText(words.join('; '))}">
${height > 100 ? `<text x="6" y="14">${grouped(highest)}</text>` : ''}${drawn.join('')}</svg>`
}
