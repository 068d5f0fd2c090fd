import { expect, it } from 'vitest'
import { gitRepository } from './git-repository.ts'

const api = (a: string, b: string) => `openapi: 3.1.0
info: { title: Orders, version: "1" }
paths:
  /a: { post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/${a}' } } } } } }
  /b: { post: { requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/${b}' } } } } } }
components:
  schemas:
    Old: { type: object, properties: { id: { type: string } } }
    New: { type: object, properties: { id: { type: integer } } }
`
const check = 'gov check --ci none --quiet --base main --breaking error'

it('a waiver of what one operation now refers to does not excuse the next one', async () => {
  const { sh, write } = await gitRepository({
    files: {
      'openapi.yaml': api('Old', 'Old'),
      'rules.yaml': 'rules: { a: { given: $.info, severity: error, then: { function: truthy } } }\n',
      '.governance.yml': 'version: 1\ndefinitions: [openapi.yaml]\nruleset_files: [rules.yaml]\n',
    },
    next: 'git checkout -qb change',
  })
  write('openapi.yaml', api('New', 'Old'))
  expect((await sh(`${check} --format json --output report.json`)).exitCode).toBe(1)
  const add =
    'gov waiver add --report report.json --issue $(grep -o \'"_id": *"[^"]*"\' report.json | cut -d\'"\' -f4) --reason r --owner o --expires 2099-01-01'
  expect((await sh(add)).stderr).toContain('added the waiver')
  expect((await sh(check)).exitCode).toBe(0)
  await sh('git commit -qam a && git branch -f main')
  write('openapi.yaml', api('New', 'New'))
  const { exitCode, stdout } = await sh(check)
  expect([exitCode, stdout]).toEqual([1, expect.stringContaining('1 error')])
})
