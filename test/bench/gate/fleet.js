import { writeFleetConfig } from './fleet-config.js'
import { gov } from './gov.js'
import { serveSlowly } from './serve.js'
import { alternate, timed } from './timed.js'

const [latency, concurrency, perRequest] = [0.05, 8, 10]

/**
 * A fleet over a service that takes 50 ms for each answer, beside the least that it can take: the rounds of requests,
 * and a run that asks once and waits for nothing.
 */
export async function measureFleet(options) {
  const slow = await serveSlowly({ latency: latency * 1000, issues: 2 })
  const quick = await serveSlowly({ latency: 0, issues: 2 })
  const run = ({ url }, config) => {
    const command = gov('check', '--config', config, '--url', url, '--concurrency', String(concurrency))
    const env = { GOV_TOKEN: 'bench-key' }
    return () => timed([...command, '--output', 'fleet.json'], { ...options, env })
  }
  const one = writeFleetConfig(options.scratch, { name: 'one', apis: 1 })
  const categories = ['payments', 'public']
  try {
    const rows = []
    for (const [selector, rounds] of [
      [{}, roundsOf(1000 / perRequest)],
      // Each category is proven alone on the first ten APIs before both go together.
      [{ categories }, 1 + roundsOf(1000 / perRequest - 1)],
    ]) {
      const fleet = writeFleetConfig(options.scratch, { name: 'fleet', apis: 1000, ...selector })
      const [own, start] = await alternate([run(slow, fleet), run(quick, one)], { ...options, rounds: 5 })
      const ideal = { wall: rounds * latency + start.wall, cpu: start.cpu }
      const by = selector.categories ? '2 categories' : '1 ruleset'
      rows.push({
        what: `${fleetText}, ${by}, to ideal`,
        own,
        other: ideal,
        most: 1.15,
        note: `${rounds} rounds`,
      })
    }
    return rows
  } finally {
    slow.stop()
    quick.stop()
  }
}

const fleetText = '1,000 APIs, 50 ms latency, concurrency 8'

function roundsOf(requests) {
  return Math.ceil(requests / concurrency)
}
