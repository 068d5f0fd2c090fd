import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { sandboxEvaluationResponse, serviceLimits } from '../../src/dashboard/contract/evaluation.ts'
import { openWorkspace } from '../../src/sandbox/store/workspace.ts'
import { createFetchingApp as createApp } from './fetching-app.ts'

const workspace = await openWorkspace(resolve(import.meta.dirname, '../../fixtures/workspace'))
const app = createApp(workspace, { limits: serviceLimits, now: () => new Date('2026-11-20T10:00:00Z') })

async function countsOf(apiId: string, rulesetId: string): Promise<string> {
  const request = new Request('http://embedded/api/evaluations/sandbox', {
    method: 'POST',
    headers: { authorization: 'Bearer demo-key-pipeline', 'content-type': 'application/json' },
    body: JSON.stringify({ api_ids: [apiId], ruleset_ids: [rulesetId] }),
  })
  const answer = sandboxEvaluationResponse().parse(await (await app.fetch(request)).json())
  expect(answer).toMatchObject({ evaluated_apis: 1, rulesets: [{ id: rulesetId }] })
  return [answer.error_count, answer.warn_count, answer.info_count, answer.hint_count].join('/')
}

/** Errors/warnings/infos/hints as Spectral 6.16.3 counts them over the same files. */
const expected: Record<string, Record<string, string>> = {
  payments: { 'rs-security': '0/0/1/0', 'rs-design': '0/2/0/1', 'rs-docs': '0/2/1/0' },
  identity: { 'rs-security': '0/4/0/0', 'rs-design': '0/2/0/0', 'rs-docs': '0/0/1/1' },
  catalogue: { 'rs-security': '0/0/1/0', 'rs-design': '0/4/1/0', 'rs-docs': '0/0/0/1' },
  orders: { 'rs-security': '0/1/2/1', 'rs-design': '1/2/1/0', 'rs-docs': '0/2/0/0' },
  notifications: { 'rs-security': '0/1/2/0', 'rs-design': '0/1/0/0', 'rs-docs': '0/0/2/1' },
  shipping: { 'rs-security': '3/1/2/0', 'rs-design': '3/4/0/1', 'rs-docs': '0/3/0/0' },
  'billing-legacy': { 'rs-security': '7/1/1/0', 'rs-design': '3/10/0/0', 'rs-docs': '0/1/1/0' },
  'assistant-tools': { 'rs-mcp': '0/3/1/0' },
}

const pairs = Object.entries(expected).flatMap(([api, rulesets]) =>
  Object.entries(rulesets).map(([ruleset, counts]) => [api, ruleset, counts] as const),
)

it.each(pairs)('%s under %s: %s', async (apiId, rulesetId, counts) => {
  expect(await countsOf(apiId, rulesetId)).toBe(counts)
})
