import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { memoryWorkspace } from '../../src/sandbox/store/memory-workspace.ts'
import { createFetchingApp as createApp } from './fetching-app.ts'

const unlimited = Number.POSITIVE_INFINITY
const limits = {
  apis: unlimited,
  rulesets: unlimited,
  categories: unlimited,
  issues: unlimited,
  bodyBytes: unlimited,
}

const rules = `rules:
  titled: {given: $.info, then: {field: title, function: truthy}}
`

async function post(body: string, overrides = '') {
  const text = rules + overrides
  const workspace = memoryWorkspace({ rulesets: [{ id: 'r', name: 'r.yaml', text, format: 'yaml' }] })
  const app = createApp(workspace, { limits, now: () => new Date(0) })
  const request = new Request('http://embedded/api/evaluations/sandbox/oas?ruleset_ids=r&api_id=a', {
    method: 'POST',
    headers: {
      authorization: 'Bearer local',
      'content-type': 'application/yaml',
      'content-location': encodeURIComponent('api/über.yaml'),
    },
    body,
  })
  const answer = await app.fetch(request)
  return { status: answer.status, body: evaluation.parse(await answer.json()) }
}

const issue = z.object({
  _id: z.string(),
  rule_id: z.string(),
  path: z.string(),
  file: z.string().optional(),
})
const evaluation = z.object({
  Message: z.string().optional(),
  issues: z.array(issue).default([]),
  error: z.string().optional(),
})

const swagger = 'swagger: "2.0"\ninfo: {title: ""}\n'
const referring = 'openapi: 3.0.3\ninfo: {$ref: info.yaml}\n'

describe('a sandbox that others can reach', () => {
  it('refuses version 2.0', async () => {
    const { status, body } = await post(swagger)
    expect([status, body.Message]).toEqual([400, expect.stringContaining('it has swagger: 2.0')])
  })

  it('reads no file, whatever the request says', async () => {
    const { body } = await post(referring)
    expect(body.issues.map(({ rule_id, path, file }) => [rule_id, path, file])).toEqual([
      ['invalid-ref', 'info.$ref', undefined],
      ['titled', 'info', undefined],
    ])
  })

  it('says why it cannot apply overrides', async () => {
    const overrides = 'overrides: [{files: ["*"], rules: {titled: off}}]'
    const { body } = await post('openapi: 3.0.3\ninfo: {title: ""}\n', overrides)
    expect(body.error).toContain('this document has no file name')
  })
})
