import { expect, it } from 'vitest'
import { serviceLimits } from '../../src/dashboard/contract/evaluation.ts'
import { fixedNow, post } from './doors.ts'
import { createFetchingApp as createApp } from './fetching-app.ts'
import { sampleWorkspace } from './sample-workspace.ts'

it('says in its own words that a chain of references is too long', async () => {
  const links = Array.from({ length: 50_000 }, (_, at) => [
    `S${at}`,
    { $ref: `#/components/schemas/S${at + 1}` },
  ])
  const schemas = { ...Object.fromEntries(links), S50000: {} }
  const document = { openapi: '3.0.3', info: {}, paths: {}, components: { schemas } }
  const limits = { ...serviceLimits, bodyBytes: Number.POSITIVE_INFINITY }
  const app = createApp(sampleWorkspace(), { limits, now: fixedNow })
  const url = 'http://embedded/api/evaluations/sandbox/oas?ruleset_ids=style'
  const answer = await app.fetch(new Request(url, post(JSON.stringify(document))))
  expect(answer.status).toBe(200)
  expect(await answer.text()).not.toContain('call stack')
})
