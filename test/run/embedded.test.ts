import { expect, it } from 'vitest'
import { serviceLimits } from '../../src/contract/evaluation.ts'
import { openEmbeddedDashboard } from '../../src/run/connect/embedded-dashboard.ts'
import { untilDeadline } from '../../src/run/deadline.ts'
import { memoryWorkspace } from '../../src/service/store/memory-workspace.ts'
import { testProcess } from '../cli/test-process.ts'

const text = 'rules: { a: { given: $, then: { function: truthy } } }'
const ruleset = { id: 'r', name: 'r.yaml', text, format: 'yaml' } as const
const definition = {
  bytes: new TextEncoder().encode('{"openapi":"3.0.3","info":{"title":"t"},"paths":{}}'),
  contentType: 'application/json',
}
const selector = { ruleset_ids: ['r'] }

async function open(deadlineMs: number, rules = memoryWorkspace({ rulesets: [ruleset] }).rules) {
  const workspace = { ...memoryWorkspace({ rulesets: [ruleset] }), rules }
  const { context } = testProcess()
  const timeLimit = untilDeadline('the embedded sandbox', deadlineMs, context)
  const { client } = await openEmbeddedDashboard(
    workspace,
    { limits: serviceLimits, functions: 'allow', engine: 'spectral', day: undefined, timeLimit },
    context,
  )
  return client
}

it('reports an internal error as one, and not as an answer of a service', async () => {
  const fault = new TypeError('a detail of the inside')
  const client = await open(60_000, () => Promise.reject(fault))
  await expect(client.evaluateDefinition(definition, selector)).rejects.toBe(fault)
})

it('ends at its deadline, in the middle of an evaluation', async () => {
  const late = async () => {
    await new Promise((resolve) => setTimeout(resolve, 60))
    return { ...ruleset, read: () => Promise.reject(new Error('it extends nothing')) }
  }
  const client = await open(50, late)
  await expect(client.evaluateDefinition(definition, selector)).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'deadline',
    message: "the embedded sandbox did not finish before the run's deadline of 0.05 s",
  })
})

it('asks nothing after its deadline', async () => {
  const asked: string[] = []
  const client = await open(1, async ({ ruleset_id }) => {
    asked.push(ruleset_id)
    throw new Error('not now')
  })
  await new Promise((resolve) => setTimeout(resolve, 5))
  await expect(client.evaluateDefinition(definition, selector)).rejects.toMatchObject({ code: 'deadline' })
  expect(asked).toEqual([])
})
