import { expect, it } from 'vitest'
import { serviceLimits } from '../../src/dashboard/contract/evaluation.ts'
import { rulesetDetail } from '../../src/dashboard/contract/rulesets.ts'
import { createApp } from '../../src/sandbox/http/app.ts'
import type { AppOptions } from '../../src/sandbox/http/app-options.ts'
import { Refusal } from '../../src/sandbox/http/exchange.ts'
import { createRequest } from '../../src/sandbox/http/in-process.ts'
import { compileAppliedRules, createAppliedMemory } from '../../src/sandbox/resources/applied-rules.ts'
import { fixedNow } from './doors.ts'
import { createFetchingApp } from './fetching-app.ts'
import { sampleWorkspace } from './sample-workspace.ts'

const ruleOf = (id: string) => `{"rules":{"${id}":{"given":"$","then":{"function":"truthy"}}}}`

/** A service whose work is done elsewhere, in an app that only reads, and what was done there. */
function offloading(refusal?: Refusal) {
  const texts: Record<string, string> = { style: ruleOf('old'), 'base.yaml': ruleOf('base') }
  const workspace = sampleWorkspace({ texts })
  const options: AppOptions = { limits: serviceLimits, now: fixedNow }
  const reader = createApp(workspace, { ...options, isReader: true })
  const work: string[] = []
  const faults: unknown[] = []
  const app = createFetchingApp(workspace, {
    ...options,
    onFault: (error) => faults.push(error),
    offload: async ({ method, url, headers, body }) => {
      work.push(`${method} ${new URL(url).pathname}`)
      if (refusal) throw refusal
      return reader.answer(createRequest(method, url, headers, body))
    },
  })
  const ask = (method: string, path: string, definition?: string, signal: AbortSignal | null = null) =>
    app.fetch(
      new Request(`http://embedded/api/rulesets${path}`, {
        method,
        signal,
        headers: { authorization: 'Bearer key-author', 'content-type': 'application/json' },
        body:
          definition === undefined ? null : JSON.stringify({ name: 'New', ruleset_id: 'new', definition }),
      }),
    )
  const readRules = async (id: string) =>
    rulesetDetail()
      .parse(await (await ask('GET', `/${id}`)).json())
      .applied_rules?.map((rule) => rule.id)
  return { texts, work, faults, ask, readRules }
}

it('compiles nothing to read a ruleset that was sent', async () => {
  const { work, ask, readRules } = offloading()
  await ask('POST', '', ruleOf('first'))
  expect(await readRules('new')).toEqual(['first'])
  await ask('PUT', '/new', ruleOf('second'))
  expect(await readRules('new')).toEqual(['second'])
  expect(work).toEqual(['POST /api/rulesets', 'PUT /api/rulesets/new'])
})

it('compiles a ruleset in files once for each of their contents', async () => {
  const { texts, work, readRules } = offloading()
  const steps: [change: object, rules: string[], compiled: number][] = [
    [{}, ['old'], 1],
    [{}, ['old'], 1],
    [{ style: `{"extends":"base.yaml",${ruleOf('own').slice(1)}` }, ['base', 'own'], 2],
    [{}, ['base', 'own'], 2],
    [{ 'base.yaml': ruleOf('other') }, ['other', 'own'], 3],
    [{ 'base.yaml': ruleOf('base') }, ['base', 'own'], 4],
    [{ style: '{"rules":3}' }, [], 5],
    [{ style: ruleOf('old') }, ['old'], 6],
  ]
  for (const [change, rules, compiled] of steps) {
    Object.assign(texts, change)
    expect([(await readRules('style'))?.toSorted(), work.length]).toEqual([rules, compiled])
  }
})

it('forgets the rules that were read longest ago, beyond 16 million characters', async () => {
  const workspace = sampleWorkspace()
  const { remember, find } = createAppliedMemory(workspace)
  const long = {
    id: 'r',
    description: 'x'.repeat(6_000_000),
    message: '',
    severity: 'warn',
    how_to_fix: '',
  } as const
  for (const record of workspace.rulesets.slice(0, 3)) {
    const { content } = await compileAppliedRules('r', workspace.rules(record), {})
    remember(record, { content, rules: [long] })
    // So that the first one is not the oldest when the third comes.
    await find(workspace.rulesets[0] ?? record)
  }
  const found = await Promise.all(workspace.rulesets.slice(0, 3).map(find))
  expect(found.map((each) => each?.rules.length)).toEqual([1, undefined, 1])
})

it('shows no rules where they need too much, says so unless nobody waits, and refuses where the service is busy', async () => {
  const late = offloading(new Refusal(400, 'Not evaluated: it took too long'))
  expect([await late.readRules('style'), late.faults.length]).toEqual([[], 1])
  const gone = offloading(new Refusal(400, 'The request was cancelled'))
  await gone.ask('GET', '/style', undefined, AbortSignal.abort())
  expect(gone.faults).toEqual([])
  const busy = offloading(new Refusal(503, 'The service has too much to do: retry later'))
  expect((await busy.ask('GET', '/style')).status).toBe(503)
})
