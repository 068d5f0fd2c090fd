import { author, pipeline as greedy, sleep, studio as small, smallRules, times } from './ask.ts'
import type { Attack } from './attack.ts'
import type { AttackedService } from './service.ts'

const definition = (paths: object = {}, title = 't') =>
  JSON.stringify({ openapi: '3.0.3', info: { title, version: '1' }, paths })
const wide = (count: number) =>
  definition(Object.fromEntries(times(count, (at) => [`/p${at}`, { get: { responses: {} } }])))

/** Times of a small evaluation of another organisation, in milliseconds. */
async function evaluateSmall({ url }: AttackedService, count: number, pause: number): Promise<number[]> {
  const took: number[] = []
  for (let at = 0; at < count; at++) {
    const started = performance.now()
    const answer = await fetch(`${url}/api/evaluations/sandbox/oas?ruleset_ids=rs-studio`, {
      method: 'POST',
      headers: small,
      body: definition(),
    })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    await answer.text()
    took.push(performance.now() - started)
    await sleep(pause)
  }
  return took.sort((one, other) => one - other)
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** The least that counts as a quiet time: below it, a busy processor alone makes ten times as much. */
const leastQuietMs = 50

/** Sends what takes long for one organisation, and meanwhile has small work done for another. */
function fairness(
  name: string,
  greed: (service: AttackedService, signal: AbortSignal) => readonly Promise<unknown>[],
): Attack {
  return {
    name: `fairness: ${name}`,
    answer: /^fair/,
    isLong: true,
    send: async (service) => {
      await evaluateSmall(service, 5, 0)
      const quiet = at(await evaluateSmall(service, 20, 5), 0.5)
      const end = new AbortController()
      const all = Promise.allSettled(greed(service, end.signal))
      await sleep(300)
      const busy = await evaluateSmall(service, 60, 50)
      end.abort()
      await all
      const isFair = at(busy, 0.95) <= 10 * Math.max(quiet, leastQuietMs)
      const facts = `quiet ${quiet.toFixed(0)} ms, median ${at(busy, 0.5).toFixed(0)}, 95% ${at(busy, 0.95).toFixed(0)}, worst ${at(busy, 1).toFixed(0)}`
      return [`${isFair ? 'fair' : 'NOT FAIR'}: ${facts}`]
    },
  }
}

const send = (url: string, headers: Record<string, string>, body: string, signal: AbortSignal) =>
  fetch(url, { method: 'POST', headers, body, signal }).then((answer) => answer.text())

export const fairnessAttacks: readonly Attack[] = [
  fairness('24 evaluations that do not end', ({ url }, signal) =>
    times(24, () =>
      send(
        `${url}/api/evaluations/sandbox/oas?ruleset_ids=rs-regex`,
        greedy,
        definition({}, `${'a'.repeat(4_000)}!`),
        signal,
      ),
    ),
  ),
  fairness('24 copies of a definition of 30,000 paths', ({ url }, signal) => {
    const body = wide(30_000)
    return times(24, () =>
      send(`${url}/api/evaluations/sandbox/oas?ruleset_ids=rs-every`, greedy, body, signal),
    )
  }),
  fairness('200 small evaluations at once', ({ url }, signal) =>
    times(200, () =>
      send(`${url}/api/evaluations/sandbox/oas?ruleset_ids=rs-every`, greedy, wide(50), signal),
    ),
  ),
  fairness('24 new rulesets that take seconds', ({ url }, signal) => {
    const names = Object.fromEntries(
      times(31, (level) => [`A${level}`, level < 30 ? times(2, () => `#A${level + 1}`) : ['$']]),
    )
    const rule = Object.fromEntries([
      ['given', '#A0'],
      ['then', { function: 'truthy' }],
    ])
    const rules = Object.fromEntries(times(1_000, (index) => [`r${index}`, rule]))
    const body = JSON.stringify({ name: 'x', definition: JSON.stringify({ aliases: names, rules }) })
    return times(24, () => send(`${url}/api/rulesets`, author, body, signal))
  }),
  fairness('evaluations that are broken off', ({ url }, signal) =>
    times(8, async () => {
      while (!signal.aborted) {
        const gone = AbortSignal.any([signal, AbortSignal.timeout(30)])
        const target = `${url}/api/evaluations/sandbox/oas?ruleset_ids=rs-every`
        await send(target, greedy, wide(100), gone).catch(() => {})
      }
    }),
  ),
  fairness('one evaluation after another, by four keys', ({ url }, signal) =>
    times(4, async (index) => {
      while (!signal.aborted)
        await send(
          `${url}/api/evaluations/sandbox/oas?ruleset_ids=rs-every`,
          index % 2 ? author : greedy,
          wide(3_000),
          signal,
        )
    }),
  ),
  fairness('200 lookups of rulesets in JavaScript that does not end', ({ url }, signal) =>
    times(200, async () => {
      const target = `${url}/api/rulesets/rs-loop`
      await fetch(target, { headers: author, signal }).then((answer) => answer.text())
    }),
  ),
  fairness('40 bodies of 5 MB that are not JSON', ({ url }, signal) =>
    times(40, () => send(`${url}/api/rulesets`, author, `{"a":${'['.repeat(2_400_000)}`, signal)),
  ),
  fairness('an author who saves and deletes 2 MB over and over', ({ url }, signal) =>
    times(4, async (index) => {
      const body = JSON.stringify({
        name: `f${index}`,
        ruleset_id: `f${index}`,
        definition: smallRules(2_000_000),
      })
      while (!signal.aborted) {
        await send(`${url}/api/rulesets`, author, body, signal)
        await fetch(`${url}/api/rulesets/f${index}`, { method: 'DELETE', headers: author, signal })
      }
    }),
  ),
  fairness('short evaluations and, now and then, a long one', ({ url }, signal) =>
    times(16, async (index) => {
      const target = `${url}/api/evaluations/sandbox/oas?ruleset_ids=rs-every`
      for (let turn = index; !signal.aborted; turn++)
        await send(target, greedy, wide(turn % 8 === 0 ? 5_000 : 5), signal)
    }),
  ),
  fairness('8 evaluations of 7 APIs by 6 rulesets, over and over', ({ url }, signal) => {
    const apis = [
      'assistant-tools',
      'catalogue',
      'identity',
      'notifications',
      'orders',
      'payments',
      'shipping',
    ]
    const rules = ['rs-design', 'rs-docs', 'rs-every', 'rs-security', 'rs-many', 'rs-wide']
    const body = JSON.stringify({ api_ids: apis, ruleset_ids: rules })
    return times(8, async () => {
      while (!signal.aborted) await send(`${url}/api/evaluations/sandbox`, greedy, body, signal)
    })
  }),
]
