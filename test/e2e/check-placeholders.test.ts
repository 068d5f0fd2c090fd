import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hasPlaceholder } from '../../src/core/model/placeholder.ts'
import { memoryWorkspace } from '../../src/sandbox/store/memory-workspace.ts'
import { tempTree } from '../temp-tree.ts'
import { runInProcess } from './in-process.ts'
import { memoryDashboard } from './memory-dashboard.ts'

const info = "{title: Shop, version: '1', description: 'TODO(gov-fix): describe it'}"
const definition = `openapi: 3.1.0\ninfo: ${info}\npaths: {}\n`
const titled = 'titled: {given: $.info, severity: hint, then: {field: title, function: truthy}}'
const lax = `rules:\n  ${titled}\n`

async function gov(cwd: string, line: string) {
  let text = ''
  const take = (more: string) => {
    text += more
  }
  const exit = await runInProcess(line.split(' '), {
    cwd,
    env: { GOV_TOKEN: 'local' },
    stdout: take,
    stderr: take,
  })
  return { exit, text }
}

const check = 'check --definition openapi.yaml --ruleset-file rules.yaml --quiet'
const excuse = (entry: string) => `version: 1\n${entry}`
const whole = 'api_id: openapi.yaml'

describe('a definition with a placeholder fails', () => {
  it.each<[string, Readonly<Record<string, string>>]>([
    ['under rules that ask for nothing', {}],
    [
      'where a rule of its name is off',
      { 'rules.yaml': `extends: spectral:oas\nrules:\n  gov:placeholder: off\n  ${titled}\n` },
    ],
    [
      'where a rule has its name, and asks for nothing',
      {
        'rules.yaml':
          'rules:\n  gov:placeholder: {given: $.x-none, severity: hint, then: {function: truthy}}\n',
      },
    ],
    [
      'where such a rule is off',
      {
        'rules.yaml': `rules:\n  gov:placeholder: {given: $.info, severity: off, then: {function: falsy}}\n  ${titled}\n`,
      },
    ],
    [
      'where an override turns it off',
      { 'rules.yaml': `${lax}overrides: [{files: ['*.yaml'], rules: {gov:placeholder: off}}]\n` },
    ],
    [
      'where an override turns it off at its place',
      {
        'rules.yaml': `${lax}overrides: [{files: ['*.yaml#/info/description'], rules: {gov:placeholder: off}}]\n`,
      },
    ],
    [
      'where it is excepted',
      { 'rules.yaml': `${lax}except: {'openapi.yaml#/info/description': [gov:placeholder]}\n` },
    ],
    [
      'whatever the parser may leave',
      { 'rules.yaml': `${lax}parserOptions: {duplicateKeys: off, incompatibleValues: off}\n` },
    ],
    ['where x-lint-ignore names it', { 'openapi.yaml': `x-lint-ignore: gov:placeholder\n${definition}` }],
    [
      'where x-lint-ignore may waive',
      {
        'openapi.yaml': definition.replace('{title', '{x-lint-ignore: [gov:placeholder], title'),
        '.governance.yml': excuse('policy: {inline_waivers: x-lint-ignore}\n'),
      },
    ],
    [
      'where a waiver is of another rule',
      {
        '.governance.yml': excuse(
          `waivers: [{${whole}, rule_id: titled, reason: a, owner: b, expires: 2099-01-01}]\n`,
        ),
      },
    ],
    [
      'in a file that is referred to',
      {
        'openapi.yaml': 'openapi: 3.1.0\ninfo: {$ref: info.yaml}\npaths: {}\n',
        'info.yaml': `${info.slice(1, -1).split(', ').join('\n')}\n`,
      },
    ],
  ])('%s', async (_what, files) => {
    const cwd = await tempTree({ 'openapi.yaml': definition, 'rules.yaml': lax, ...files })
    const { exit, text } = await gov(cwd, `${check} --format json`)
    expect([exit, text]).toEqual([expect.toSatisfy((code) => code === 1 || code === 2), expect.anything()])
    if (exit === 1) expect(text).toContain('"rule_id": "gov:placeholder"')
  })

  it('unless a person says why, until when', async () => {
    const waiver = `{${whole}, rule_id: 'gov:placeholder', reason: next sprint, owner: ann, expires: 2099-01-01}`
    const files = {
      'openapi.yaml': definition,
      'rules.yaml': lax,
      '.governance.yml': excuse(`waivers: [${waiver}]\n`),
    }
    expect(await gov(await tempTree(files), check)).toMatchObject({ exit: 0 })
  })

  it('unless the baseline has it', async () => {
    const config = excuse('definitions: [openapi.yaml]\nruleset_files: [rules.yaml]\nbaseline: known.json\n')
    const cwd = await tempTree({ 'openapi.yaml': definition, 'rules.yaml': lax, '.governance.yml': config })
    expect((await gov(cwd, 'baseline create')).exit).toBe(0)
    expect(await gov(cwd, 'check --quiet')).toMatchObject({ exit: 0 })
  })
})

/** A document with nothing that any of these rules asks for. */
const bare = `openapi: 3.0.3
info:
  title: Shop
  version: '1'
tags:
  - name: a
paths:
  /a/{id}:
    post:
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
      requestBody: {content: {}}
      responses: {}
components:
  schemas:
    A: {type: string}
`
const asking = [
  'info-contact',
  'info-description',
  'info-license',
  'tag-description',
  'operation-description',
  'oas3-parameter-description',
  'component-description',
]
const rules = `extends: [[spectral:oas, off], [vacuum:oas, off]]\nrules:\n${asking.map((id) => `  ${id}: warn\n`).join('')}`

describe('gov fix', () => {
  const line = 'fix openapi.yaml --ruleset-file rules.yaml'

  it('writes no placeholder with --unsafe', async () => {
    const cwd = await tempTree({ 'openapi.yaml': bare, 'rules.yaml': rules })
    const { text } = await gov(cwd, `${line} --unsafe`)
    expect(text).toMatch(/^nothing to fix; (\d+) issues left, all fixable with --placeholders\n$/)
    expect(await readFile(join(cwd, 'openapi.yaml'), 'utf8')).toBe(bare)
  })

  it('lists those that it writes with --placeholders, and the check fails for each', async () => {
    const cwd = await tempTree({ 'openapi.yaml': bare, 'rules.yaml': rules })
    const { text } = await gov(cwd, `${line} --placeholders`)
    const written = await readFile(join(cwd, 'openapi.yaml'), 'utf8')
    const lines = written.split('\n').flatMap((each, index) => (hasPlaceholder(each) ? [index + 1] : []))
    expect(lines.length).toBeGreaterThan(6)
    expect([...text.matchAll(/^to complete: openapi\.yaml:(\d+) /gm)].map(([, at]) => Number(at))).toEqual(
      lines,
    )
    const { exit, text: report } = await gov(cwd, `${check} --format json`)
    const { issues }: { issues: readonly { rule_id: string; line: number }[] } = JSON.parse(report)
    expect([exit, [...new Set(issues.map(({ rule_id }) => rule_id))]]).toEqual([1, ['gov:placeholder']])
    expect([...new Set(issues.map(({ line: at }) => at))].sort((one, other) => one - other)).toEqual(lines)
    expect((await gov(cwd, `${line} --placeholders --unsafe --diff`)).text).toMatch(/^nothing to fix/)
  })

  it('completes what it is asked to beside a placeholder that is there', async () => {
    const text = bare.replace('title: Shop', "title: 'TODO(gov-fix): name it'")
    const cwd = await tempTree({
      'openapi.yaml': text,
      'rules.yaml': 'extends: [[spectral:oas, off]]\nrules: {openapi-tags: warn, oas3-api-servers: warn}\n',
    })
    expect((await gov(cwd, `${line} --unsafe`)).text).toContain(
      'fixed 1 issue of 1 rule in 1 file; 1 issue left\n',
    )
  })
})

describe('a dashboard', async () => {
  const workspace = memoryWorkspace({ rulesets: [{ id: 'r', name: 'r.yaml', text: rules, format: 'yaml' }] })
  const dashboard = await memoryDashboard(workspace)
  const at = `--ruleset-id r --url ${dashboard.url}`

  it('gets no definition with a placeholder', async () => {
    const cwd = await tempTree({ 'openapi.yaml': definition, 'rules.yaml': lax })
    const { exit, text } = await gov(cwd, `check --definition openapi.yaml ${at}`)
    expect([exit, text]).toEqual([2, expect.stringContaining('openapi.yaml:2:48: Text is a placeholder')])
    expect(dashboard.asked()).toEqual([])
  })

  it('gets them between fixes, and only then', async () => {
    const cwd = await tempTree({ 'openapi.yaml': bare, 'rules.yaml': rules })
    expect((await gov(cwd, `fix openapi.yaml --placeholders ${at}`)).text).toContain('left placeholders in')
    expect((await gov(cwd, `check openapi.yaml ${at}`)).exit).toBe(2)
  })
})
