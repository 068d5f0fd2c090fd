import fc from 'fast-check'
import { expect, it } from 'vitest'
import { askAll } from '../../../../src/check/evaluation/ask.ts'
import { createSend } from '../../../../src/check/evaluation/evaluate.ts'
import { dashboardCapabilities } from '../../../../src/check/evaluation/evaluator.ts'
import { createSources } from '../../../../src/check/sources/sources.ts'
import type { Progress } from '../../../../src/check/world.ts'
import type { Asked, Selector } from '../../../../src/core/model/asked.ts'
import type { Evaluation } from '../../../../src/core/model/evaluation.ts'
import type { Gap } from '../../../../src/core/model/gap.ts'
import type { SandboxLimits } from '../../../../src/dashboard/contract/evaluation.ts'
import { findGaps } from '../../../../src/gate/decide/gaps.ts'
import { merge } from '../../../../src/gate/merge.ts'
import { renderGap } from '../../../../src/reporters/words/gap-text.ts'
import { type Fleet, fleetEvaluator } from '../../../check/fleet-workspace.ts'
import { oneByOne } from '../../../check/one-by-one.ts'
import { effort } from '../../../effort.ts'

const unlimited: SandboxLimits = {
  apis: Number.POSITIVE_INFINITY,
  rulesets: Number.POSITIVE_INFINITY,
  categories: Number.POSITIVE_INFINITY,
  issues: Number.POSITIVE_INFINITY,
  bodyBytes: Number.POSITIVE_INFINITY,
}
function unrunNames(gap: Gap): readonly string[] {
  if (gap.kind === 'unrun-category') return [gap.category]
  return gap.kind === 'unrun-rulesets' ? gap.ruleset_ids : []
}

const categories = ['a', 'b', 'c', 'd']

const fleets: fc.Arbitrary<Fleet> = fc.record({
  apis: fc
    .array(
      fc.record({
        kind: fc.constantFrom('oas' as const, 'oas' as const, 'mcp' as const),
        operations: fc.constantFrom(0, 1, 2, 3, 'broken' as const),
      }),
      { minLength: 1, maxLength: 7 },
    )
    .map((apis) => apis.map((api, index) => ({ id: `api-${index}`, ...api }))),
  rulesets: fc
    .array(
      fc.record({
        type: fc.constantFrom('oas-api' as const, 'oas-api' as const, 'mcp-api' as const),
        categories: fc.subarray(categories),
        rules: fc.integer({ min: 1, max: 3 }),
      }),
      { minLength: 1, maxLength: 6 },
    )
    .map((rulesets) => rulesets.map((ruleset, index) => ({ id: `rs-${index}`, ...ruleset }))),
})

const ways = fc.record({
  caps: fc.record({
    api_ids: fc.integer({ min: 1, max: 8 }),
    ruleset_ids: fc.integer({ min: 1, max: 7 }),
    categories: fc.integer({ min: 1, max: 4 }),
  }),
  concurrency: fc.integer({ min: 1, max: 4 }),
  readsLater: fc.boolean(),
  byCategory: fc.boolean(),
  /** No pair has more issues than this: 3 operations by 2 rules, and one about the whole. */
  issues: fc.constantFrom(7, 9, 20, Number.POSITIVE_INFINITY),
  diagnose: fc.boolean(),
  delays: fc.infiniteStream(fc.integer({ min: 0, max: 3 })),
})

function askedOf(fleet: Fleet, byCategory: boolean): Asked {
  const selector: Selector = byCategory
    ? { categories }
    : { ruleset_ids: fleet.rulesets.map(({ id }) => id).toReversed() }
  return { api_ids: fleet.apis.map(({ id }) => id), definitions: [], selector }
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

it('no batching, order or concurrency changes the merged result', async () => {
  await fc.assert(
    fc.asyncProperty(
      fleets,
      ways,
      async (fleet, { caps, concurrency, readsLater, byCategory, issues, diagnose, delays }) => {
        const asked = askedOf(fleet, byCategory)
        const expected = await oneByOne(asked, fleetEvaluator(fleet, unlimited))
        const widest = Math.max(
          ...['oas-api', 'mcp-api'].flatMap((type) =>
            categories.map(
              (name) =>
                fleet.rulesets.filter((ruleset) => ruleset.type === type && ruleset.categories.includes(name))
                  .length,
            ),
          ),
        )
        const fitting = { ...caps, ruleset_ids: Math.max(caps.ruleset_ids, byCategory ? widest : 1) }
        const limits = {
          ...unlimited,
          apis: caps.api_ids,
          rulesets: fitting.ruleset_ids,
          categories: caps.categories,
          issues,
        }
        const send = createSend(fleetEvaluator(fleet, limits), createSources('/'), {
          capabilities: dashboardCapabilities,
          memory: undefined,
        })
        const under = new Set<symbol>()
        const told: Progress[] = [{ done: 0, total: 0, issues: 0 }]
        const onProgress = (now: Progress) => {
          const before = told.at(-1) ?? now
          expect(now.done).toBeLessThanOrEqual(now.total)
          expect([now.done >= before.done, now.total >= before.total]).toEqual([true, true])
          told.push(now)
        }
        const { answers, requests } = await askAll(
          asked,
          async (request, onAnswer) => {
            const call = Symbol('call')
            under.add(call)
            expect(under.size).toBeLessThanOrEqual(concurrency)
            try {
              await turns(delays.next().value)
              return await send(request, () => {
                if (readsLater) under.delete(call)
                return onAnswer()
              })
            } finally {
              await turns(delays.next().value)
              under.delete(call)
            }
          },
          {
            caps: fitting,
            concurrency,
            readsLater,
            split: { truncated: true, incomplete: diagnose },
            onProgress,
          },
        )
        expect(told.at(-1)).toMatchObject({ done: requests, total: requests })
        expect(comparable(merge(answers))).toEqual(comparable(expected.evaluation))
        const ran = merge(answers).rulesets.map(({ id }) => id)
        const inOrder = 'ruleset_ids' in asked.selector ? asked.selector.ruleset_ids : ran.toSorted()
        expect(ran).toEqual(inOrder.filter((id) => ran.includes(id)))
        const gaps = findGaps(answers, asked, 'split')
        expect(gaps.flatMap(unrunNames).toSorted()).toEqual(expected.unrun.toSorted())
        expect(gaps.filter(({ kind }) => kind === 'cut')).toEqual([])
        const failures = gaps.filter(({ kind }) => kind === 'failed').map(renderGap)
        if (diagnose) expect(failures.map(pairOf).toSorted()).toEqual(expected.failed.toSorted())
        else expect(failures.length > 0).toBe(expected.failed.length > 0)
      },
    ),
    { numRuns: 40 * effort },
  )
})

/** `rs-1 api-2` of the reason that names a failing pair. */
function pairOf(message: string): string {
  return message.replace(/^ruleset (\S+) on API (\S+) failed: .*$/s, '$1 $2')
}

function comparable({ elapsed_ms: _elapsed, error: _error, ...evaluation }: Evaluation): object {
  return { ...evaluation, rulesets: evaluation.rulesets.toSorted((a, b) => (a.id < b.id ? -1 : 1)) }
}
