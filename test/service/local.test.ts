import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseDocument } from '../../src/document/document.ts'
import type { SourceDocument } from '../../src/model/source-document.ts'
import type { LocalFiles } from '../../src/service/http/app-options.ts'
import { inProcess } from '../../src/service/http/in-process.ts'
import { memoryWorkspace } from '../../src/service/store/memory-workspace.ts'
import { createFetchingApp as createApp } from './fetching-app.ts'

const unlimited = Number.POSITIVE_INFINITY
const limits = {
  apis: unlimited,
  rulesets: unlimited,
  categories: unlimited,
  issues: unlimited,
  bodyBytes: unlimited,
}

const asked: string[] = []
const local: LocalFiles = {
  readerFor: (definition) => async (reference, from) => {
    asked.push(`${definition}: ${reference} from ${from}`)
    return { name: `api/${reference}`, text: 'title: ""' }
  },
}

const rules = `rules:
  titled: {given: $.info, then: {field: title, function: truthy}}
`

async function post(body: string, options: { local?: LocalFiles; overrides?: string } = {}) {
  const text = rules + (options.overrides ?? '')
  const workspace = memoryWorkspace({ rulesets: [{ id: 'r', name: 'r.yaml', text, format: 'yaml' }] })
  const app = createApp(workspace, { limits, now: () => new Date(0), local: options.local })
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

describe('a sandbox in the process of its caller', () => {
  it.each([swagger, 'swagger: 2.0\ninfo: {title: ""}\n'])('takes version 2.0: %j', async (text) => {
    const { status, body } = await post(text, { local })
    expect([status, body.issues.map(({ rule_id, file }) => [rule_id, file])]).toEqual([
      200,
      [['titled', 'api/über.yaml']],
    ])
  })

  it.each(['swagger: "1.2"\n', 'swagger: "3.0"\n', 'title: a\n'])('refuses %j', async (text) => {
    expect((await post(text, { local })).status).toBe(400)
  })

  it('follows references to the files that it is given', async () => {
    asked.length = 0
    const { body } = await post(referring, { local })
    expect(body.issues.map(({ rule_id, path, file }) => [rule_id, path, file])).toEqual([
      ['titled', 'title', 'api/info.yaml'],
    ])
    expect(asked).toEqual(['api/über.yaml: info.yaml from api/über.yaml'])
  })

  it('gives an issue of the definition the identity that it has elsewhere', async () => {
    const text = 'openapi: 3.0.3\ninfo: {title: ""}\n'
    const [here, there] = await Promise.all([post(text, { local }), post(text)])
    expect(here.body.issues[0]?._id).toBe(there.body.issues[0]?._id)
    expect(here.body.issues[0]?.file).toBe('api/über.yaml')
  })

  it('takes the document that comes with a request, unless it is to act as a dashboard', async () => {
    const [read, other] = ['openapi: 3.0.3\ninfo: {title: ""}\n', 'openapi: 3.0.3\ninfo: {}\n']
    const bytes = new TextEncoder().encode('not read again: [')
    const workspace = memoryWorkspace({
      rulesets: [{ id: 'r', name: 'r.yaml', text: rules, format: 'yaml' }],
    })
    const options = { limits, now: () => new Date(0) }
    const pathsOf = async (body: Uint8Array, document?: SourceDocument, own?: LocalFiles) => {
      const send = inProcess(createApp(workspace, { ...options, local: own }))
      const headers = { authorization: 'Bearer local', 'content-type': 'application/yaml' }
      const url = 'http://embedded/api/evaluations/sandbox/oas?ruleset_ids=r'
      const answer = await send(url, { method: 'POST', headers, body, document })
      return evaluation.parse(JSON.parse(await answer.text())).issues.map(({ path }) => path)
    }
    expect(await pathsOf(bytes, parseDocument(read, 'yaml'), local)).toEqual(['info.title'])
    expect(await pathsOf(new TextEncoder().encode(other), undefined, local)).toEqual(['info'])
    expect(await pathsOf(bytes, parseDocument(read, 'yaml'))).toEqual([])
  })

  it('knows the file that overrides speak of', async () => {
    const overrides = 'overrides: [{files: ["über.*"], rules: {titled: off}}]'
    const { body } = await post('openapi: 3.0.3\ninfo: {title: ""}\n', { local, overrides })
    expect([body.issues, body.error]).toEqual([[], undefined])
  })
})

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
    const { body } = await post('openapi: 3.0.3\ninfo: {title: ""}\n', { overrides })
    expect(body.error).toContain('this document has no file name')
  })
})
