import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Agent, startAgent } from './agent.ts'
import { runGov } from './run-gov.ts'

const green = `# The shop's own API.
openapi: 3.1.0
info:
  title: Shop   # as in the contract
  version: "1"
  description: Sells things.
  contact: { name: The shop team, url: "https://example.com", email: shop@example.com }
servers:
  - url: https://shop.example.com
tags:
  - { name: orders, description: Orders. }
paths:
  /orders/{id}:
    get:
      operationId: getOrder
      summary: An order
      description: Reads one order.
      tags: [orders]
      parameters:
        - { name: id, in: path, required: true, description: Its id., schema: { type: string } }
      responses:
        "200":
          description: The order.
          content:
            application/json:
              schema: { $ref: "#/components/schemas/Order" }
        "404": { description: There is none. }
components:
  schemas:
    Order:
      type: object
      properties:
        state: { type: string, enum: [open, paid] }
`

const asJson = (text: string) =>
  JSON.stringify(
    JSON.parse(execFileSync('node', ['-e', yamlToJson], { input: text, encoding: 'utf8' })),
    null,
    2,
  )
const yamlToJson =
  "const{load}=require('js-yaml');let s='';process.stdin.on('data',d=>s+=d).on('end',()=>console.log(JSON.stringify(load(s))))"

/** Each makes the build red. */
const seeds: readonly (readonly [name: string, file: string, seed: (text: string) => string])[] = [
  ['a server with a slash', 'api.yaml', (text) => text.replace('shop.example.com\n', 'shop.example.com/\n')],
  ['a path with a slash', 'api.yaml', (text) => text.replace('/orders/{id}:', '/orders/{id}/:')],
  ['a value twice in an enum', 'api.yaml', (text) => text.replace('[open, paid]', '[open, paid, open]')],
  ['a tag that is not defined', 'api.yaml', (text) => text.replace('tags: [orders]', 'tags: [orders, paid]')],
  ['a schema that nothing uses', 'api.yaml', (text) => `${text}    Old: { type: string }\n`],
  ['no parameter', 'api.yaml', (text) => text.replace(/ {6}parameters:\n.*\n/, '')],
  [
    'lines that end in CRLF',
    'api.yaml',
    (text) => text.replace('[open, paid]', '[open, open]').replaceAll('\n', '\r\n'),
  ],
  [
    'two faults',
    'api.yaml',
    (text) => text.replace('/orders/{id}:', '/orders/{id}/:').replace('      tags: [orders]\n', ''),
  ],
  ['JSON', 'api.json', (text) => asJson(text.replace('shop.example.com\n', 'shop.example.com/\n'))],
]

let folder = ''
let agent: Agent

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gov-green-'))
  execFileSync('git', ['init', '-q'], { cwd: folder })
  writeFileSync(join(folder, 'rules.yaml'), 'extends: [[spectral:oas, recommended]]\n')
  agent = await startAgent(folder)
})

afterAll(async () => {
  await agent.client.close()
  rmSync(folder, { recursive: true, force: true })
})

it('begins with a document that passes', async () => {
  await write('api.yaml', green)
  expect((await agent.call('check')).facts).toMatchObject({ verdict: 'passed', exit_code: '0' })
})

it.each(seeds)('turns a build that is red with %s green in three calls', async (_name, file, seed) => {
  await write(file, seed(green))
  expect((await runGov(['check', '--quiet'], { cwd: folder })).exitCode).toBe(1)

  const red = await agent.call('check')
  expect(red.facts).toMatchObject({ verdict: 'failed', exit_code: '1' })
  const rules = red.data.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line).rule_id)
  const proposal = await agent.call('propose_fix', { rule_ids: [...new Set(rules)], unsafe: true })
  expect(proposal.facts).toMatchObject({ written: 'no' })
  expect(proposal.facts.cursor).toBeUndefined()
  execFileSync('git', ['apply', '--whitespace=nowarn', '-'], {
    cwd: folder,
    input: `${proposal.data.join('\n')}\n`,
  })

  expect((await agent.call('check')).facts).toMatchObject({ verdict: 'passed', exit_code: '0' })
  expect((await runGov(['check', '--quiet'], { cwd: folder })).exitCode).toBe(0)
})

it('leaves a missing description to a person: a placeholder stays red', async () => {
  await write('api.yaml', green.replace('      description: Reads one order.\n', ''))
  const unsafe = await agent.call('propose_fix', { unsafe: true })
  expect(unsafe.facts).toMatchObject({ left: '1 issue, fixable with placeholders' })
  const proposal = await agent.call('propose_fix', { placeholders: true })
  expect(proposal.facts).toMatchObject({ fixed: '1 issue in 1 file', left: '1 issue' })
  const lines = proposal.data.filter((line) => line.startsWith('to complete: '))
  expect(lines).toEqual(['to complete: api.yaml:18 description: "TODO(gov-fix): describe GET /orders/{id}"'])
  const [, added = ''] = /^\+(.*)$/m.exec(proposal.data.slice(2).join('\n')) ?? []
  await write('api.yaml', green.replace('      description: Reads one order.', added))
  expect((await agent.call('check')).facts).toMatchObject({ verdict: 'failed', exit_code: '1' })
})

async function write(file: string, text: string): Promise<void> {
  writeFileSync(join(folder, file), text)
  const config = `version: 1\ndefinitions: [${file}]\nruleset_files: [rules.yaml]\npolicy: { fail_on: info }\n`
  writeFileSync(join(folder, '.governance.yml'), config)
}
