import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { expect, it } from 'vitest'
import { pairKnownIssues } from '../../../src/check/base/compare-issues.ts'
import { viewDefinition } from '../../../src/check/base/definition-view.ts'
import { engineEvaluator } from '../../../src/check/evaluation/engine-evaluator.ts'
import { readFollowed } from '../../../src/check/sources/local-files.ts'
import { createParsedParts, type ParsedParts } from '../../../src/check/sources/parsed-parts.ts'
import { createSources } from '../../../src/check/sources/sources.ts'
import { serviceLimits } from '../../../src/dashboard/contract/evaluation.ts'
import { unlimited } from '../../../src/sandbox/evaluation/limits.ts'
import { memoryWorkspace } from '../../../src/sandbox/store/memory-workspace.ts'
import {
  edits,
  type Json,
  type Map as JsonMap,
  type Random,
  type Tree,
  written,
} from '../../check/base/edits.ts'
import { projectRoot } from '../../e2e/run-gov.ts'
import { effort } from '../../effort.ts'
import { tempTree } from '../../temp-tree.ts'

const apis = ['catalogue', 'identity', 'orders', 'payments', 'shipping'].map(
  (name) =>
    load(readFileSync(join(projectRoot, `fixtures/workspace/apis/${name}/openapi.yaml`), 'utf8')) as Json,
)

/** Rules that see references followed or not, the whole document, and the way to a node. */
const rules = `extends: [[spectral:oas, all], [vacuum:owasp, all]]
rules:
  described: { given: "$..properties[*]", severity: error, then: { field: description, function: truthy } }
  ref-in-folder: { given: "$..$ref", resolved: false, severity: warn, then: { function: pattern, functionOptions: { match: "^\\\\./" } } }
  version-two: { given: "$..schema[?(@root.info.version != '1.0.0')]", severity: warn, then: { function: truthy } }
  under-schema: { given: "$..[?(@parentProperty == 'schema')]", severity: hint, then: { function: falsy } }
`

/** A linear congruential generator: the same edits for the same seed. */
function createRandom(seed: number): Random {
  let state = seed * 2_654_435_761 + 1
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** A definition in several files. */
function createSplit(random: Random): Tree {
  let tree: Tree = { 'openapi.yaml': apis[random(apis.length)] ?? null }
  for (let step = 0; step < 6; step += 1) {
    const name = random(3) === 0 ? 'extract to a component' : 'extract to a file'
    tree = edits[name]?.(tree, random, step) ?? tree
  }
  return tree
}

/** Any change of a file, and most often of where a reference leads: elsewhere, nowhere, or in a circle. */
function change(tree: Tree, random: Random): Tree {
  const copy = structuredClone(tree)
  const files = Object.keys(copy)
  const maps = listMaps(copy[files[random(files.length)] ?? ''] ?? null)
  const references = maps.filter((map) => typeof map.$ref === 'string')
  const targets = ['#', '#/info', './missing.yaml', `./${files[random(files.length)] ?? ''}`]
  const all = [...targets, ...references.map(({ $ref }) => String($ref))]
  const holder =
    random(2) === 0 && references.length > 0
      ? references[random(references.length)]
      : maps[random(maps.length)]
  if (holder === undefined) return copy
  const keys = Object.keys(holder)
  const key = keys[random(keys.length)] ?? 'x-none'
  if (key === '$ref' || random(4) === 0) holder[key] = { $ref: all[random(all.length)] ?? '#' }.$ref
  else if (random(2) === 0) delete holder[key]
  else holder[key] = [null, 1, 'text', { $ref: all[random(all.length)] ?? '#' }][random(4)] ?? null
  return copy
}

function listMaps(value: Json): readonly JsonMap[] {
  if (Array.isArray(value)) return value.flatMap(listMaps)
  if (typeof value !== 'object' || value === null) return []
  return [value, ...Object.values(value).flatMap(listMaps)]
}

/** A version as a run evaluates and views it. */
async function evaluate(cwd: string, parts?: ParsedParts) {
  const sources = createSources(cwd)
  if (parts) sources.shareParts(parts)
  const workspace = memoryWorkspace({
    rulesets: [{ id: 'r', name: 'r.yaml', text: rules, format: 'yaml' }],
  })
  const evaluator = engineEvaluator(workspace, {
    limits: { ...serviceLimits, issues: Number.POSITIVE_INFINITY },
    now: () => new Date(0),
    timeLimit: unlimited,
    readFiles: (definition) => readFollowed(definition, sources),
    openRecords: () => Promise.reject(new Error('nothing is looked up')),
  })
  const file = 'openapi.yaml'
  const asked = { source: await sources.readDefinition(file), api_id: file }
  const evaluation = await evaluator.evaluateDefinition(asked, { ruleset_ids: ['r'] })
  return { file, evaluation, issues: evaluation.issues, view: await viewDefinition(file, sources) }
}

type Evaluated = Awaited<ReturnType<typeof evaluate>>

async function compare(oldVersion: Evaluated, newVersion: Evaluated) {
  const views = async () => ({ oldView: oldVersion.view, newView: newVersion.view })
  const pairs = await pairKnownIssues(newVersion, oldVersion, views)
  return pairs.map(([issue, oldIssue]) => [issue._id, oldIssue._id])
}

const trials = Array.from({ length: Math.ceil(15 * effort) }, (_, seed) => seed)

it.each(trials)('two versions that share files are each evaluated as if alone (seed %i)', async (seed) => {
  const random = createRandom(seed)
  const oldTree = createSplit(random)
  let newTree = oldTree
  for (let step = 0; step <= random(5); step += 1) newTree = change(newTree, random)
  const format = () => createRandom(seed + 1)
  const [oldFolder, newFolder] = [
    await tempTree(written(oldTree, format())),
    await tempTree(written(newTree, format())),
  ]
  const parts = createParsedParts(Number.POSITIVE_INFINITY)
  const shared = { newest: await evaluate(newFolder, parts), old: await evaluate(oldFolder, parts) }
  const alone = { old: await evaluate(oldFolder), newest: await evaluate(newFolder) }
  expect(alone.old.issues.length).toBeGreaterThan(20)
  expect(JSON.stringify(shared.old.evaluation)).toBe(JSON.stringify(alone.old.evaluation))
  expect(JSON.stringify(shared.newest.evaluation)).toBe(JSON.stringify(alone.newest.evaluation))
  expect(await compare(shared.old, shared.newest)).toEqual(await compare(alone.old, alone.newest))
})
