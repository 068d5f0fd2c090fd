import { table } from '../table.js'
import { flat } from './memory.js'

const milliseconds = (seconds) => `${(seconds * 1000).toFixed(0)} ms`
const megabytes = (bytes) => (bytes === undefined ? '-' : `${(bytes / 1e6).toFixed(0)} MB`)

/** Wall clock decides; CPU time, which other work on the machine changes less, is shown next to it. */
export function speedTable(rows) {
  const head = ['what', 'wall', 'to', 'ratio', 'at most', '', 'cpu', 'to', 'cpu ratio', 'runs']
  const body = rows.map(({ what, own, other, most, failure, note }) =>
    failure
      ? [what, `FAILED: ${failure}`]
      : [
          note ? `${what} (${note})` : what,
          milliseconds(own.wall),
          milliseconds(other.wall),
          (own.wall / other.wall).toFixed(2),
          String(most),
          mark(own.wall / other.wall <= most),
          milliseconds(own.cpu),
          milliseconds(other.cpu),
          (own.cpu / other.cpu).toFixed(2),
          String(own.runs),
        ],
  )
  return table(head, body)
}

export function memoryTable(rows) {
  const head = ['JSON report to a file', 'issues', 'requests', 'report', 'seconds', 'peak', 'below', '']
  const body = rows.map(({ what, issues, requests, bytes, seconds, peak, most, failure }) =>
    failure
      ? [what, `FAILED: ${failure}`]
      : [
          what,
          issues.toLocaleString('en'),
          requests.toLocaleString('en'),
          megabytes(bytes),
          seconds.toFixed(1),
          megabytes(peak),
          most === undefined ? '' : megabytes(most),
          most === undefined ? '' : mark(peak && peak < most),
        ],
  )
  return table(head, [...body, ...flatRow(rows)])
}

function flatRow([, few, many]) {
  if (!few?.peak || !many?.peak) return []
  const ratio = many.peak / few.peak
  const cells = [
    '10,000 requests to 1,000 requests',
    '',
    '',
    '',
    '',
    ratio.toFixed(2),
    String(flat),
    mark(ratio <= flat),
  ]
  return [cells]
}

function mark(reached) {
  return reached === undefined ? 'not measured' : reached ? 'reached' : 'NOT REACHED'
}
