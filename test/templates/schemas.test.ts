import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import AjvDraft4 from 'ajv-draft-04'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseDocument } from '../../src/core/document/document.ts'
import { projectRoot } from '../e2e/run-gov.ts'

const schemas = createRequire(import.meta.url)
  .resolve('schemastore/package.json')
  .replace(/package\.json$/, 'schemas/json/')

/** A file, the schema that its vendor publishes, and a change after which the schema must refuse it. */
const rows: readonly (readonly [string, string, string, string])[] = [
  ['action.yml', 'github-action.json', 'using: composite', 'using: composit'],
  [
    'templates/github-workflow.yml',
    'github-workflow.json',
    'runs-on: ubuntu-latest',
    'run-on: ubuntu-latest',
  ],
  [
    'templates/gitlab.yml',
    'gitlab.com/gitlab-org/gitlab/-/raw/master/app/assets/javascripts/editor/schema/ci.json',
    'when: always',
    'when: ever',
  ],
  [
    'templates/azure-pipelines.yml',
    'raw.githubusercontent.com/microsoft/azure-pipelines-vscode/master/service-schema.json',
    'condition: succeededOrFailed()',
    'conditions: succeededOrFailed()',
  ],
  [
    'templates/bitbucket-pipelines.yml',
    'bitbucket.org/atlassianlabs/atlascode/raw/main/resources/schemas/pipelines-schema.json',
    'script:',
    'scripts:',
  ],
  ['.pre-commit-hooks.yaml', 'pre-commit-hooks.json', 'entry: ', 'entries: '],
  ['.github/workflows/ci.yml', 'github-workflow.json', 'timeout-minutes: 30', 'timeout: 30'],
  ['.github/workflows/release.yml', 'github-workflow.json', 'id-token: write', 'id-token: yes'],
  ['.github/dependabot.yml', 'dependabot-2.0.json', 'interval: weekly', 'interval: fortnightly'],
  ['.github/ISSUE_TEMPLATE/bug.yml', 'github-issue-forms.json', 'type: textarea', 'type: area'],
  ['.github/ISSUE_TEMPLATE/feature.yml', 'github-issue-forms.json', 'label: Problem', 'labels: Problem'],
  ['.github/ISSUE_TEMPLATE/config.yml', 'github-issue-config.json', 'about: ', 'text: '],
]

process.stdout.write(
  'not validated: templates/Jenkinsfile, which has no schema; only a running Jenkins reads Groovy\n',
)

describe.each(rows)('%s', (file, schema, from, to) => {
  const text = readFileSync(join(projectRoot, file), 'utf8')
  // One of the schemas has patterns that are invalid in Unicode mode.
  const options = { strict: false, logger: false, unicodeRegExp: false } as const
  const official = readFileSync(join(schemas, schema), 'utf8')
  const ajv = official.includes('draft-04/schema') ? new AjvDraft4.default(options) : new Ajv(options)
  addFormats.default(ajv)
  const validate = ajv.compile(JSON.parse(official))

  it('is what its schema asks for', () => {
    validate(parseDocument(text, 'yaml').value)
    expect(validate.errors ?? []).toEqual([])
  })

  it('would not be, were it misspelt', () => {
    expect(text).toContain(from)
    expect(validate(parseDocument(text.replace(from, to), 'yaml').value)).toBe(false)
  })
})

describe('templates/kubernetes-job.yaml', () => {
  const file = join(projectRoot, 'templates/kubernetes-job.yaml')
  const text = readFileSync(file, 'utf8')
  const definitions: unknown = JSON.parse(readFileSync(join(schemas, 'kubernetes-definitions.json'), 'utf8'))
  const known = z
    .object({
      definitions: z.object({
        'io.k8s.api.batch.v1.JobSpec': z.object({ properties: z.record(z.string(), z.unknown()) }),
      }),
    })
    .parse(definitions).definitions['io.k8s.api.batch.v1.JobSpec'].properties
  /** Of later releases than the schema's. */
  const later = ['backoffLimitPerIndex', 'completionMode', 'podFailurePolicy', 'suspend']
  const ajv = new Ajv({ strict: false, logger: false })
  addFormats.default(ajv)
  ajv.addSchema(z.object({}).loose().parse(definitions), 'kubernetes')
  const validate = ajv.compile({ $ref: 'kubernetes#/definitions/io.k8s.api.batch.v1.Job' })
  const container = z.looseObject({ args: z.array(z.string()) })
  const job = z.looseObject({
    spec: z.looseObject({
      completions: z.int().optional(),
      template: z.looseObject({ spec: z.looseObject({ containers: z.tuple([container]) }) }),
    }),
  })
  const read = (yaml: string) =>
    z.object({ items: z.array(job) }).parse(parseDocument(yaml, 'yaml').value).items

  it('has jobs as their schema asks for, and no key that no release knows', () => {
    for (const item of read(text)) {
      validate(item)
      expect(validate.errors ?? []).toEqual([])
      expect(Object.keys(item.spec).filter((key) => !(key in known) && !later.includes(key))).toEqual([])
    }
    const [misspelt] = read(text.replace('parallelism: 16', 'parallelism: many'))
    expect(validate(misspelt)).toBe(false)
  })

  it('merges as many reports as it has pods, each of which knows their number', () => {
    const [check, merge] = read(text).map(({ spec }) => ({
      count: spec.completions,
      args: spec.template.spec.containers[0].args,
    }))
    const reports = Array.from({ length: 16 }, (_, at) => `/reports/run-${at}.json`)
    expect([check?.count, merge?.args.filter((arg) => arg.startsWith('/reports/'))]).toEqual([16, reports])
    expect(check?.args).toContain('--shard=auto/16')
    expect(check?.args).toContain('--output=json=/reports/run-$(SHARD).json')
  })
})
