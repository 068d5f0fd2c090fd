import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import type { Issue } from '../../../src/core/model/issue.ts'
import { check } from '../../../src/library.ts'
import { edits, type Json, plant, type Random, type Tree, written } from '../../check/base/edits.ts'
import { projectRoot } from '../../e2e/run-gov.ts'
import { effort } from '../../effort.ts'
import { tempTree } from '../../temp-tree.ts'

const apis = ['assistant-tools', 'catalogue', 'identity', 'orders', 'payments', 'shipping'].map(
  (name) =>
    load(readFileSync(join(projectRoot, `fixtures/workspace/apis/${name}/openapi.yaml`), 'utf8')) as Json,
)

/** The order of tags is what one rule is about, and these edits change it. Faults that a described and typed API would not have, in lists and schemas too. */
const rules = `extends: [[spectral:oas, all]]
rules:
  openapi-tags-alphabetical: off
  property-described: { given: "$..properties[*]", severity: error, then: { field: description, function: truthy } }
  property-example: { given: "$..properties[*]", severity: warn, then: { field: example, function: truthy } }
  parameter-example: { given: "$..parameters[*]", severity: warn, then: { field: example, function: truthy } }
  schema-title: { given: "$..schema", severity: warn, then: { field: title, function: truthy } }
`

/** A linear congruential generator: the same edits for the same seed. */
function randomOf(seed: number): Random {
  let state = seed * 2_654_435_761 + 1
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const names = Object.keys(edits)

/** An API, and the same after up to four edits, under another name and in another format. */
function edited(seed: number): {
  readonly before: Tree
  readonly after: Tree
  readonly random: Random
  readonly said: string
} {
  const random = randomOf(seed)
  for (let warm = 0; warm < 5; warm += 1) random(2)
  const before: Tree = { 'before/openapi.yaml': apis[random(apis.length)] ?? null }
  const name = random(2) === 0 ? 'openapi.json' : 'api.yml'
  let after: Tree = { [name]: Object.values(before)[0] ?? null }
  const said: string[] = []
  for (let step = 0; step <= random(4); step += 1) {
    const edit = names[random(names.length)] ?? ''
    said.push(edit)
    after = edits[edit]?.(after, random, step) ?? after
  }
  return { before, after, random, said: `${seed}: ${said.join(', ')}` }
}

/** The issues of a definition; of those since `before`, if there is one. */
async function issuesOf(tree: Tree, random: Random, before: Tree = {}): Promise<readonly Issue[]> {
  const cwd = await tempTree({ 'rules.yaml': rules, ...written(before, random), ...written(tree, random) })
  const [file = ''] = Object.keys(tree)
  const [base] = Object.keys(before)
  const { report } = await check({
    cwd,
    definitions: [{ file, api_id: 'api' }],
    ruleset_files: ['rules.yaml'],
    ...(base !== undefined && { base }),
  })
  return report.issues.filter(({ known }) => !known)
}

function textOf({ file, rule_id, path, message }: Issue): string {
  return `${rule_id} ${file} ${path} ${message}`
}

/** The issues of `one` that `other` lacks. */
function without(one: readonly string[], other: readonly string[]): readonly string[] {
  const left = [...other]
  return one.filter((text) => {
    const index = left.indexOf(text)
    if (index !== -1) left.splice(index, 1)
    return index === -1
  })
}

const trials = Array.from({ length: Math.ceil(15 * effort) }, (_, seed) => seed)
describe('edits that change nothing in meaning', () => {
  it.each(trials)('make no issue new (seed %i)', async (seed) => {
    const { before, after, random, said } = edited(seed)
    const found = await issuesOf(after, random, before)
    expect(found.map(textOf), said).toEqual([])
  })
})

describe('faults that are planted beside such edits', () => {
  it.each(trials)('are new, and nothing else is (seed %i)', async (seed) => {
    const { before, after, random, said } = edited(seed)
    const faulty = plant(after, random)
    if (faulty === undefined) throw new Error(`${said}: nothing to plant`)
    const asWritten = randomOf(seed)
    const whole = (await issuesOf(after, asWritten)).map(textOf)
    const withFault = (await issuesOf(faulty, asWritten)).map(textOf)
    const found = (await issuesOf(faulty, asWritten, before)).map(textOf)
    expect(found.toSorted(), said).toEqual(without(withFault, whole).toSorted())
  })
})
