import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sarif } from '../reporters/readers/sarif.ts'
import { tempTree } from '../temp-tree.ts'
import { gitRepository } from './git-repository.ts'
import { runGov } from './run-gov.ts'

const shop = `openapi: 3.1.0
info: {title: Shop, version: '1'}  # ours
tags:
  - name: orders  # paid
  - name: carts
paths:
  /orders/{id}:
    parameters:
      - {name: id, in: path, required: true, schema: {type: array}}
    get:
      tags: [orders, extra]
      parameters:
        - {name: page, in: query, schema: {type: integer}}
        - {name: page, in: query, schema: {type: integer}}
      responses: {'200': {description: ok}}
`

interface Change {
  readonly deletedRegion: Readonly<Record<'startLine' | 'startColumn' | 'endLine' | 'endColumn', number>>
  readonly insertedContent?: { readonly text: string }
}

interface Fixed {
  readonly ruleId: string
  readonly file: string
  readonly changes: readonly Change[]
}

const fixable = ['array-items', 'operation-parameters', 'operation-tag-defined']

async function reportsOf(files: Readonly<Record<string, string>>, argv: readonly string[]) {
  const cwd = await tempTree({ '.git/': '', ...files })
  const outputs = ['--output', 'sarif=run.sarif', '--output', 'html=run.html', '--quiet']
  const { exitCode, stderr } = await runGov(['check', ...argv, ...outputs], { cwd })
  expect([0, 1]).toContain(exitCode)
  const log = readFileSync(join(cwd, 'run.sarif'), 'utf8')
  sarif(log)
  return { cwd, stderr, fixes: fixesOf(log), diffs: diffsOf(readFileSync(join(cwd, 'run.html'), 'utf8')) }
}

function fixesOf(log: string): readonly Fixed[] {
  const { results } = JSON.parse(log).runs[0]
  return results.flatMap(({ ruleId, fixes = [] }: { ruleId: string; fixes?: readonly never[] }) =>
    fixes.flatMap(({ artifactChanges }: { artifactChanges: readonly never[] }) =>
      artifactChanges.map(({ artifactLocation, replacements }) => ({
        ruleId: ruleId.split('/').at(-1),
        file: Object(artifactLocation).uri,
        changes: replacements,
      })),
    ),
  )
}

function diffsOf(page: string): readonly string[] {
  const [, json = ''] = /<script id="data"[^>]*>([^<]*)<\/script>/.exec(page) ?? []
  return JSON.parse(json).diffs
}

/** Columns count UTF-16 units in SARIF, and the last edit is made first, so that the places before it hold. */
function applied(text: string, changes: readonly Change[]): string {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const offset = (line: number, column: number) => (starts[line - 1] ?? Number.NaN) + column - 1
  return changes.toReversed().reduce((done, { deletedRegion: at, insertedContent }) => {
    const [start, end] = [offset(at.startLine, at.startColumn), offset(at.endLine, at.endColumn)]
    return done.slice(0, start) + (insertedContent?.text ?? '') + done.slice(end)
  }, text)
}

async function rulesLeft(cwd: string, file: string): Promise<readonly string[]> {
  const { stdout } = await runGov(['check', file, '--format', 'json'], { cwd })
  return JSON.parse(stdout).issues.map(({ rule_id }: { rule_id: string }) => rule_id)
}

describe.each([
  ['LF', shop],
  ['CRLF', shop.replaceAll('\n', '\r\n')],
  ['a byte order mark', `\ufeff${shop}`],
])('the fixes of a file with %s', (_name, text) => {
  it('in SARIF each remove their issue, and add none', async () => {
    const { cwd, fixes, stderr } = await reportsOf({ 'shop.yaml': text }, ['shop.yaml'])
    expect(stderr).not.toContain('warning')
    expect(fixes.map(({ ruleId }) => ruleId).sort()).toEqual([...fixable].sort())
    const before = await rulesLeft(cwd, 'shop.yaml')
    for (const [index, { ruleId, file, changes }] of fixes.entries()) {
      expect(file).toBe('shop.yaml')
      const name = `fixed-${index}.yaml`
      writeFileSync(join(cwd, name), applied(text, changes))
      const after = await rulesLeft(cwd, name)
      expect(after).not.toContain(ruleId)
      expect(after.filter((rule) => !before.includes(rule))).toEqual([])
    }
  })

  it('in HTML are diffs that git applies', async () => {
    const { cwd, diffs } = await reportsOf({ 'shop.yaml': text }, ['shop.yaml'])
    expect(diffs).toHaveLength(fixable.length)
    for (const diff of diffs) {
      writeFileSync(join(cwd, 'one.diff'), diff)
      execFileSync('git', ['apply', '--check', 'one.diff'], { cwd })
    }
  })
})

it('in HTML apply at the first line behind a byte order mark, too', async () => {
  const line = `${JSON.stringify({ openapi: '3.1.0', info: {}, paths: {}, components: { schemas: { A: { type: 'array' } } } })}\n`
  const { cwd, diffs } = await reportsOf({ 'shop.json': `\ufeff${line}` }, ['shop.json'])
  const diff = diffs.find((each) => each.includes('items'))
  writeFileSync(join(cwd, 'one.diff'), diff ?? '')
  execFileSync('git', ['apply', 'one.diff'], { cwd })
  expect(readFileSync(join(cwd, 'shop.json'), 'utf8')).toBe(
    `\ufeff${line.replace('"array"', '"array","items":{}')}`,
  )
})

it('are not those that may change what the API means', async () => {
  const { fixes } = await reportsOf({ 'shop.yaml': shop.replace('info: {', 'info: {contact: {}, ') }, [
    'shop.yaml',
  ])
  const rules = fixes.map(({ ruleId }) => ruleId)
  for (const unsafe of ['info-description', 'contact-properties', 'operation-description'])
    expect(rules).not.toContain(unsafe)
})

it('are not those of what is excused, or whose fix brings another issue', async () => {
  const config = `version: 1
definitions: [shop.yaml]
ruleset_files: [rules.yaml]
waivers: [{ rule_id: operation-tag-defined, reason: later, owner: me, expires: 2099-01-01 }]
`
  const rules = `extends: spectral:oas
rules:
  no-items: { given: '$..schema', severity: error, then: { field: items, function: undefined } }
`
  const files = { 'shop.yaml': shop, '.governance.yml': config, 'rules.yaml': rules }
  const { fixes } = await reportsOf(files, [])
  expect(fixes.map(({ ruleId }) => ruleId).sort()).toEqual(['operation-parameters'])
})

it('are in the files that the definition refers to', async () => {
  const files = {
    'shop.yaml': shop.replace(/ {2}\/orders\/\{id\}:.*/s, '  /orders/{id}: {$ref: parts/item.yaml}\n'),
    'parts/item.yaml': shop.slice(shop.indexOf('    parameters:')).replaceAll(/^ {4}/gm, ''),
  }
  const { cwd, fixes, diffs } = await reportsOf(files, ['shop.yaml'])
  expect(fixes.map(({ ruleId, file }) => [ruleId, file]).sort()).toEqual([
    ['operation-parameters', 'parts/item.yaml'],
    ['operation-tag-defined', 'shop.yaml'],
  ])
  for (const diff of diffs) {
    writeFileSync(join(cwd, 'one.diff'), diff)
    execFileSync('git', ['apply', '--check', 'one.diff'], { cwd })
  }
})

it('are those that a ruleset declares safe', async () => {
  const rules = `rules:
  team:
    given: $.info
    then: { field: x-team, function: truthy }
    fix: { field: x-team, set: shop, safe: true }
  owner:
    given: $.info
    then: { field: x-owner, function: truthy }
    fix: { field: x-owner, set: shop }
`
  const { fixes } = await reportsOf({ 'shop.yaml': shop, 'rules.yaml': rules }, [
    'shop.yaml',
    '--ruleset-file',
    'rules.yaml',
  ])
  expect(fixes.map(({ ruleId, changes }) => [ruleId, changes[0]?.insertedContent?.text])).toEqual([
    ['team', ', x-team: shop'],
  ])
})

it.each([
  [20, true],
  [21, false],
])('of a run of %i definitions: %s', async (count, hasFixes) => {
  const names = Array.from({ length: count }, (_, index) => `api-${index}.yaml`)
  const files = Object.fromEntries(names.map((name) => [name, shop]))
  const { fixes } = await reportsOf(files, names)
  expect(fixes.length > 0).toBe(hasFixes)
})

it.each([
  '--base main',
  '--base main --breaking error',
  '--base main --base-policy touched',
  '--base before.yaml --breaking error',
])('are there with %s', async (flags) => {
  const { cwd, sh, write } = await gitRepository()
  write('shop.yaml', shop.replaceAll('extra', 'carts'))
  write('before.yaml', shop.replaceAll('extra', 'carts'))
  await sh('git add -A && git commit -qm one')
  write('shop.yaml', shop)
  const { exitCode, stderr } = await sh(`gov check shop.yaml ${flags} --quiet --output sarif=run.sarif`)
  expect(exitCode).toBe(0)
  expect(stderr).not.toContain('warning')
  const fixes = fixesOf(readFileSync(join(cwd, 'run.sarif'), 'utf8'))
  expect(fixes.map(({ ruleId }) => ruleId)).toContain('operation-tag-defined')
})
