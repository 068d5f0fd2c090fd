import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Issue } from '../../src/core/model/issue.ts'
import type { Impact } from '../../src/features/ruleset/impact/impact-model.ts'
import { tempTree } from '../temp-tree.ts'
import { runGov } from './run-gov.ts'

const effort = Number(process.env.GOV_TEST_EFFORT ?? '1')

const head = (version: string) => (version === '2.0' ? "swagger: '2.0'\n" : `openapi: ${version}\n`)
const definition = (version: string, more: string) =>
  `${head(version)}info: { title: a, version: '1'${more} }\npaths:\n  /x:\n    get: { summary: x, tags: [a], responses: { '200': { description: ok } } }\n    post: { responses: { '200': { description: ok } } }\n`
const files = {
  'apis/two.yaml': definition('2.0', ''),
  'apis/three.yaml': definition('3.0.3', ', contact: { name: a }'),
  'apis/three-one.yaml': definition('3.1.0', ''),
  'apis/repeated.yaml': `${definition('3.0.3', '')}tags: []\ntags: []\n`,
  '.governance.yml': `version: 1
definitions: [{ file: "apis/*.yaml" }]
ruleset_files: [rules.yaml, other.yaml]
policy: { max: { warn: 4 }, rulesets: { other: { fail_on: never } } }
waivers: [{ rule_id: r1, api_id: apis/two.yaml, reason: r, owner: o, expires: 2999-01-01 }]
`,
  'other.yaml':
    'rules:\n  other: { given: $.info, severity: error, then: { field: license, function: truthy } }\n',
}

const rule = fc.record({
  given: fc.constantFrom('$.info', '$.paths[*][*]', '$.paths[*].get', '$'),
  severity: fc.constantFrom('error', 'warn', 'hint', '{ now: hint, until: 2020-01-01, then: error }'),
  field: fc.constantFrom('summary', 'contact', 'tags', 'openapi'),
  fn: fc.constantFrom(
    'function: truthy',
    'function: falsy',
    'function: pattern, functionOptions: { match: "^z" }',
  ),
  formats: fc.constantFrom('', '', '', 'formats: [oas2], ', 'formats: [oas3.1], ', 'formats: [oas3], '),
})
const rules = fc.dictionary(fc.constantFrom('r1', 'r2', 'r3', 'r4'), rule, { minKeys: 1 })
const parser = fc.constantFrom('', '', 'parserOptions: { duplicateKeys: warn }\n')

type Rules = typeof rules extends fc.Arbitrary<infer Value> ? Value : never

function textOf(ruleset: Rules, options: string): string {
  const lines = Object.entries(ruleset).map(
    ([id, { given, severity, field, fn, formats }]) =>
      `  ${id}: { ${formats}given: "${given}", severity: ${severity}, then: { field: ${field}, ${fn} } }\n`,
  )
  return `${options}rules:\n${lines.join('')}`
}

/** Some rules stay, as in a change of a real ruleset. */
const pair = fc
  .tuple(rules, rules, fc.subarray(['r1', 'r2', 'r3', 'r4']), parser, parser)
  .map(([old, other, kept, ...options]) => {
    const same = Object.fromEntries(Object.entries(old).filter(([id]) => kept.includes(id)))
    return [textOf(old, options[0]), textOf({ ...other, ...same }, options[1])] as const
  })

interface Report {
  readonly issues: readonly Issue[]
  readonly outcome: { readonly kind: string }
}

it('whatever changes, the impact is the difference of two whole runs', { timeout: 600_000 }, async () => {
  const cwd = await tempTree(files)
  const wholeRun = async (text: string): Promise<Report> => {
    writeFileSync(join(cwd, 'rules.yaml'), text)
    const { stdout } = await runGov(['check', '--format', 'json'], { cwd })
    return JSON.parse(stdout)
  }
  const check = async ([old, now]: readonly [string, string]) => {
    const [after, before] = [await wholeRun(now), await wholeRun(old)]
    writeFileSync(join(cwd, 'new.yaml'), now)
    const { stdout } = await runGov(['ruleset', 'impact', 'rules.yaml', 'new.yaml', '--format', 'json'], {
      cwd,
    })
    const impact: Impact = JSON.parse(stdout)
    const rows = ({ issues }: Report) => issues.map(rowOf)
    expect(impact.apis.flatMap(({ added }) => added.map(rowOf)).toSorted()).toEqual(
      without(rows(after), rows(before)),
    )
    expect(impact.apis.flatMap(({ removed }) => removed.map(rowOf)).toSorted()).toEqual(
      without(rows(before), rows(after)),
    )
    expect(impact.run).toMatchObject({ before: before.outcome.kind, after: after.outcome.kind })
    const isIncomplete = impact.run.before === 'incomplete' || impact.run.after === 'incomplete'
    expect(impact.unknown > 0).toBe(isIncomplete)
  }
  await fc.assert(fc.asyncProperty(pair, check), { numRuns: 15 * effort, endOnFailure: true })
})

function without(rows: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  const found = rows.filter((row) => {
    const at = left.indexOf(row)
    if (at !== -1) left.splice(at, 1)
    return at === -1
  })
  return found.toSorted()
}

function rowOf({ file, line, ruleset_id, rule_id, severity, path, message, excused, _id }: Issue): string {
  return JSON.stringify([file, line, ruleset_id, rule_id, severity, path, message, excused, _id])
}
