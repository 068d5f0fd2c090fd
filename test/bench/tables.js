import { table } from './table.js'
import { mostGrowth, targets } from './targets.js'

export const megabytes = (bytes) => (bytes === undefined ? '-' : (bytes / 1e6).toFixed(bytes < 1e7 ? 2 : 0))
const twoDigits = (value) => (value === undefined ? '-' : value.toFixed(2))
const times = (value) => (value === undefined ? '-' : `${value.toFixed(value < 10 ? 2 : 1)} x`)

/** What each tool took, and how often gov's own time and memory go into it. */
export function comparisonTable(rows) {
  const body = rows.map((row) => {
    const { document, tool, issues, runs, failure } = row
    const name = [document.name, tool.name]
    if (failure) return [...name, '-', String(runs), `FAILED: ${failure}`]
    return [
      ...name,
      String(issues),
      String(runs),
      twoDigits(row.time),
      `${twoDigits(row.fastest)} to ${twoDigits(row.slowest)}`,
      times(ratio(rows, row, 'time')),
      megabytes(row.memory),
      times(ratio(rows, row, 'memory')),
    ]
  })
  const head = ['document', 'tool', 'issues', 'runs', 'seconds', 'from to', 'to gov', 'peak MB', 'to gov']
  return table(head, body)
}

/** The targets, with what was measured in this run. */
export function targetTable(rows) {
  const body = targets.map((target) => {
    const other = rows.find((row) => row.document.name === target.document && row.tool.id === target.against)
    const reached = other && ratio(rows, other, target.of)
    const asked = `${target.of}, ${target.against} to gov: at least ${target.atLeast}`
    return [target.document, asked, times(reached), mark(reached && reached >= target.atLeast)]
  })
  return table(['document', 'target', 'measured', ''], body)
}

export function growthTable(rows) {
  const body = rows.map(({ form, times: size, size: bytes, time, memory, factor, failure }) => {
    const name = [form, `${size} x`, megabytes(bytes)]
    if (failure) return [...name, `FAILED: ${failure}`]
    const verdict = factor === undefined ? '' : mark(factor <= mostGrowth)
    return [...name, twoDigits(time), megabytes(memory), times(factor), verdict]
  })
  const factor = `for twice the size (at most ${mostGrowth})`
  return table(['form', 'size', 'MB', 'seconds', 'peak MB', factor, ''], body)
}

/** Undefined where one of the two was not measured. */
function ratio(rows, other, of) {
  const own = rows.find((row) => row.tool.id === 'gov' && row.document === other.document)
  return own?.[of] && other[of] ? other[of] / own[of] : undefined
}

function mark(reached) {
  return reached === undefined ? 'not measured' : reached ? 'reached' : 'NOT REACHED'
}
