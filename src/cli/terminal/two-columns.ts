import { wrap } from '../../reporters/table/text.ts'

const gap = 2

/** Names and what they mean beside them, in at most `width` columns; a name that is too long has a line of its own. */
export function twoColumns(rows: readonly (readonly [string, string])[], width: number): string {
  const usual = Math.min(Math.max(...rows.map(([name]) => name.length)), mostForNames)
  const margin = ' '.repeat(gap + usual + gap)
  return rows
    .map(([name, meaning]) => {
      const [first = '', ...rest] = wrap(meaning, Math.max(20, width - margin.length))
      const fits = name.length <= usual
      const head = fits
        ? `${' '.repeat(gap)}${name.padEnd(usual + gap)}${first}`
        : `${' '.repeat(gap)}${name}`
      return [head, ...(fits ? rest : [first, ...rest]).map((line) => margin + line)]
        .map((line) => `${line.trimEnd()}\n`)
        .join('')
    })
    .join('')
}

const mostForNames = 26
