import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../src/core/document/document.ts'
import { readConfig } from '../../src/settings/check-config.ts'
import { configJsonSchema } from '../../src/settings/json-schema.ts'
import { durationText, parseDuration } from '../../src/settings/kinds.ts'
import { projectRoot } from '../e2e/run-gov.ts'
import { checkerOf } from '../reporters/readers/json-schema.ts'

const check = checkerOf(configJsonSchema())

const accepts = (value: unknown) => readConfig(value, String).problems.length === 0

function fitsSchema(value: unknown): boolean {
  try {
    check(value)
    return true
  } catch {
    return false
  }
}

const scenarios = join(projectRoot, 'fixtures/scenarios')
const configs = readdirSync(scenarios, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.governance\.(ya?ml|json)$/.test(name))
  .map((name) => join(scenarios, name))
const files = [...configs, join(projectRoot, '.governance.example.yml')]

function configIn(file: string): unknown {
  try {
    return parseDocument(readFileSync(file, 'utf8'), file.endsWith('.json') ? 'json' : 'yaml').value
  } catch {
    return undefined
  }
}

const named = files.map((file) => [file.slice(projectRoot.length + 1), configIn(file)] as const)

it('is published as it is', async () => {
  const text = `${JSON.stringify(configJsonSchema(), null, 2)}\n`
  await expect(text).toMatchFileSnapshot(join(projectRoot, 'docs/config.schema.json'))
})

describe('the schema says what the program says', () => {
  it.each(named)('of %s', (_name, value) => {
    expect(fitsSchema(value)).toBe(accepts(value))
  })

  it('and the fixtures have configs of both kinds', () => {
    const verdicts = named.map(([, value]) => fitsSchema(value))
    expect(verdicts.filter(Boolean).length).toBeGreaterThan(10)
    expect(verdicts.filter((good) => !good).length).toBeGreaterThan(2)
  })

  it.each<[boolean, object]>([
    [true, {}],
    [true, { $schema: './node_modules/@gov-cli/gov/docs/config.schema.json' }],
    [false, { $schema: 7 }],
    [true, { policy: { rulesets: { 'rs-token': { fail_on: 'warn' } } } }],
    [true, { dashboard: {} }],
    [true, { dashboard: { url: 'embedded', workspace: 'a b/c', timeout: '86400s', deadline: '1440m' } }],
    [true, { dashboard: { url: 'HTTPS://d.example:8443/base', retries: 0, concurrency: 32 } }],
    [true, { dashboard: { url: 'http://[::1]:80/a@b' } }],
    [true, { gateway: { url: 'https://g.example', product: 'tyk-2' } }],
    [true, { definitions: ['a.yml', { file: 'b.yml', api_id: 'b', api_name: 'B' }] }],
    [
      true,
      { policy: { max: { warn: 0 }, rulesets: { a: { fail_on: 'never' } }, advisory_actions: ['none'] } },
    ],
    [true, { waivers: [{ rule_id: '*', reason: 'r', owner: 'o', expires: '2028-02-29' }] }],
    [true, { reports: [{ format: 'sarif', output: 'a' }] }],
    [true, { dashboard: { ca_file: 'ca.pem', headers: { 'X-Team': 'payments' } } }],
    [false, { dashboard: { headers: { 'X-Team': 7 } } }],
    [false, { version: 2 }],
    [false, { ruleset: ['a'] }],
    [false, { dashboard: { url: 'embeded' } }],
    [false, { dashboard: { url: 'ftp://d.example' } }],
    [false, { dashboard: { url: 'https://me:secret@d.example' } }],
    [false, { dashboard: { url: 'https://d.example?a=b' } }],
    [false, { dashboard: { url: 'https://d.example/a b' } }],
    [false, { dashboard: { timeout: '30' } }],
    [false, { dashboard: { timeout: 30 } }],
    [false, { dashboard: { retries: 11 } }],
    [false, { dashboard: { concurrency: 0 } }],
    [false, { dashboard: { concurrency: 1.5 } }],
    [false, { dashboard: { workspace: ' a' } }],
    [false, { dashboard: { workspace: 'a\u0007' } }],
    [false, { dashboard: null }],
    [true, { dashboard: { headers: { 'X-Team': 'payments', 'x-region': 'a b' } } }],
    [false, { dashboard: { headers: { 'bad name': 'x' } } }],
    [false, { dashboard: { headers: { Authorization: 'x' } } }],
    [false, { dashboard: { headers: { 'Content-Type': 'x' } } }],
    [false, { dashboard: { headers: { HOST: 'x' } } }],
    [false, { dashboard: { headers: { 'X-Forwarded-Url': 'x' } } }],
    [false, { dashboard: { headers: { 'x-host': 'x' } } }],
    [false, { dashboard: { headers: { 'X-Team': 'a\nb' } } }],
    [false, { dashboard: { headers: { 'X-Team': ' ' } } }],
    [false, { dashboard: { headers: { 'X-Team': 7 } } }],
    [false, { dashboard: { ca_file: '' } }],
    [false, { gateway: { url: 'embedded' } }],
    [false, { gateway: { product: '2x' } }],
    [false, { api_ids: [] }],
    [false, { api_ids: 'a' }],
    [false, { api_ids: [7] }],
    [false, { api_ids: ['a', 'b', 'a'] }],
    [false, { definitions: [{ api_id: 'b' }] }],
    [false, { definitions: ['a.yml', 'a.yml'] }],
    [false, { policy: { fail_on: 'warning' } }],
    [false, { policy: { max: { warn: -1 } } }],
    [false, { policy: { rulesets: { a: {} } } }],
    [false, { policy: { on_truncation: 'halve' } }],
    [false, { waivers: [{ rule_id: 'a', reason: 'r', owner: 'o' }] }],
    [false, { waivers: [{ rule_id: 'a', reason: 'r', owner: 'o', expires: '2027-02-29' }] }],
    [false, { waivers: [{ rule_id: 'a', reason: 'r', owner: 'o', expires: 'soon' }] }],
    [false, { reports: [{ format: 'pdf', output: 'a' }] }],
  ])('%j: %j', (isGood, rest) => {
    const value = { version: 1, ...rest }
    expect({ program: accepts(value), schema: fitsSchema(value) }).toEqual({
      program: isGood,
      schema: isGood,
    })
  })

  it('of any address that the program takes', () => {
    const address = fc.webUrl({ withQueryParameters: false, withFragments: false })
    fc.assert(
      fc.property(address, (url) => {
        const value = { version: 1, dashboard: { url } }
        fc.pre(accepts(value))
        expect(fitsSchema(value)).toBe(true)
      }),
    )
  })

  it('of any duration', () => {
    const edges = fc.constantFrom('0', '1440', '1441', '86400', '86401', '86400000', '86400001', '000000001')
    const amount = fc.oneof(edges, fc.nat(100_000_000).map(String))
    fc.assert(
      fc.property(amount, fc.constantFrom('ms', 's', 'm', 'h', ''), (digits, unit) => {
        const length = parseDuration(digits + unit)
        if (length === undefined) return
        expect(fitsSchema({ version: 1, dashboard: { timeout: digits + unit } })).toBe(true)
        expect(parseDuration(durationText(length))).toBe(length)
      }),
    )
  })
})

it('says what to write at every key', () => {
  const text = JSON.stringify(configJsonSchema())
  expect(text).not.toContain('Fix the value or delete it')
})
