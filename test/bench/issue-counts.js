/**
 * How many issues a tool says that it found, from what it printed; undefined when it does not say, which counts as a
 * failed run: a tool that gave up early would otherwise be the fastest.
 */
export function countGov({ stdout }) {
  return parseJson(stdout)?.total
}

export function countSpectral({ stdout }) {
  const issues = parseJson(stdout)
  return Array.isArray(issues) ? issues.length : undefined
}

export function countRedocly({ stdout }) {
  const totals = parseJson(stdout)?.totals
  return totals === undefined ? undefined : totals.errors + totals.warnings
}

/** The summary line names a number for each severity: "failed with 5 errors, 8 warnings and 1,204 informs". */
export function countVacuum({ stdout, stderr }) {
  const text = `${stdout}\n${stderr}`.replace(/(\d),(?=\d{3})/g, '$1')
  const numbers = ['error', 'warning', 'inform'].map((word) => lastNumber(text, word))
  const said = numbers.filter((number) => number !== undefined)
  if (said.length > 0) return said.reduce((sum, number) => sum + number, 0)
  return /perfect score|no (?:errors|issues|violations)/i.test(text) ? 0 : undefined
}

function lastNumber(text, word) {
  const all = [...text.matchAll(new RegExp(`(\\d+) ${word}`, 'gi'))]
  return all.length === 0 ? undefined : Number(all.at(-1)[1])
}

function parseJson(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
