import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { dimensions, start } from './dimensions.js'
import { gov } from './gate/gov.js'
import { timed } from './gate/timed.js'

/** Growth above this is printed, of a command that takes more than so many seconds, or of any that takes very many. */
const [mostExponent, leastSeconds, manySeconds] = [1.25, 1.5, 20]

/**
 * CPU seconds of a command at n, 2n and 4n of each dimension whose name has `part` in it, and the exponent between n and
 * 4n with the start taken off: 1 is linear. Gives the rows that grow too fast or fail.
 */
export async function measureExponents(part, options) {
  const base = await measure(start, 1, options)
  const rows = []
  for (const [name, [size, write]] of Object.entries(dimensions)) {
    if (!name.includes(part) || options.secondsLeft() < 1) continue
    const row = await measureDimension(name, size, write, base, options)
    options.tell(`${name}: ${row.failure ?? describeTimes(row)}`)
    const isSlow = row.seconds?.at(-1) > leastSeconds && row.exponent > mostExponent
    if (row.failure || isSlow || row.seconds.at(-1) > manySeconds) rows.push(row)
  }
  return rows
}

export function describeTimes({ size, seconds, exponent }) {
  return `${exponent.toFixed(2)}  ${size}: ${seconds.map((each) => each.toFixed(2)).join(', ')} s of CPU`
}

async function measureDimension(name, size, write, base, options) {
  try {
    const seconds = []
    for (const times of [1, 2, 4]) seconds.push(await measure(write, times * size, options))
    const [first, , last] = seconds.map((each) => Math.max(each - base, 0.03))
    return { name, size, seconds, exponent: Math.log(last / first) / Math.log(4) }
  } catch (error) {
    return { name, failure: error.message }
  }
}

/** In a folder of its own, which holds a ruleset. */
async function measure(make, size, { scratch, limit }) {
  const folder = mkdtempSync(join(scratch, 'growth-'))
  const write = (name, value) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), JSON.stringify(value))
    return name
  }
  write('rules.yaml', { extends: 'spectral:oas' })
  const made = make(write, size)
  const { before = [], args } = Array.isArray(made) ? { args: made } : made
  for (const each of before) await timed(gov(...each), { scratch: folder, limit })
  const { cpu } = await timed(gov(...args), { scratch: folder, limit })
  rmSync(folder, { recursive: true })
  return cpu
}
