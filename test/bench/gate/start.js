import { gov } from './gov.js'
import { alternate, timed } from './timed.js'

/** `gov --version` beside a Node that does nothing. */
export async function measureStart(options) {
  const [own, node] = await alternate(
    [() => timed(gov('--version'), options), () => timed([process.execPath, '-e', '0'], options)],
    { ...options, rounds: 15 },
  )
  return [{ what: 'gov --version to node -e 0', own, other: node, most: 1.3 }]
}
