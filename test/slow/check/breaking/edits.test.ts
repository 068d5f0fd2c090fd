import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { createApiSource } from '../../../../src/check/base/compare-versions.ts'
import { compareApis } from '../../../../src/check/breaking/compare-apis.ts'
import { parseDocument } from '../../../../src/core/document/document.ts'
import { readReferencedFiles } from '../../../../src/engine/openapi/files.ts'
import {
  edits,
  type Json,
  type Map as JsonMap,
  type Random,
  type Tree,
  written,
} from '../../../check/base/edits.ts'
import { today } from '../../../check/breaking/changes-between.ts'
import { harmless, planted, shop } from '../../../check/breaking/planted.ts'
import { effort } from '../../../effort.ts'

/** The same edits for the same seed. */
function randomOf(seed: number): Random {
  let state = seed * 2_654_435_761 + 1
  const next: Random = (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  for (let warm = 0; warm < 5; warm += 1) next(2)
  return next
}

/** A definition as it is read from its files. */
async function read(tree: Tree, random: Random) {
  const files = written(tree, random)
  const [main = ''] = Object.keys(files)
  const document = parseDocument(files[main] ?? '', main.endsWith('.json') ? 'json' : 'yaml')
  const others = await readReferencedFiles(document, main, async (reference, from) => {
    const name = new URL(decodeURI(reference), `file:///${from}`).pathname.slice(1)
    return { name: decodeURI(name), text: files[decodeURI(name)] ?? '' }
  })
  return createApiSource(document, others)
}

function changed(root: Json, change: (at: (...keys: readonly (string | number)[]) => JsonMap) => void): Json {
  const copy = structuredClone(root)
  change((...keys) => keys.reduce<unknown>((value, key) => Reflect.get(Object(value), key), copy) as JsonMap)
  return copy
}

/** After up to four edits that change nothing in meaning. */
function rewritten(root: Json, random: Random): { readonly tree: Tree; readonly said: string } {
  let tree: Tree = { [random(2) === 0 ? 'openapi.json' : 'api.yml']: root }
  const said: string[] = []
  for (let step = 0; step <= random(4); step += 1) {
    const names = Object.keys(edits)
    const edit = names[random(names.length)] ?? ''
    said.push(edit)
    tree = edits[edit]?.(tree, random, step) ?? tree
  }
  return { tree, said: said.join(', ') }
}

const original = load(shop) as Json

async function rulesOf(head: Json, seed: number): Promise<readonly string[]> {
  const random = randomOf(seed)
  const { tree, said } = rewritten(head, random)
  const [before, after] = [await read({ 'shop.yaml': original }, random), await read(tree, random)]
  return compareApis(before, after, { today }).breaking.map(
    ({ rule, message }) => `${rule} (${message}; ${said})`,
  )
}

const trials = Array.from({ length: Math.ceil(100 * effort) }, (_, seed) => seed)

describe('edits that change nothing in meaning', () => {
  it(`break nothing, ${trials.length} times`, async () => {
    for (const seed of trials) expect(await rulesOf(original, seed), `seed ${seed}`).toEqual([])
  })
})

describe.each(planted)('%s, planted beside such edits', (rule, change) => {
  it('is the only finding', async () => {
    const head = changed(original, change)
    for (const seed of [1, 2, 3, 4, 5]) {
      const found = await rulesOf(head, seed)
      expect(
        found.map((each) => each.split(' ')[0]),
        found.join('\n'),
      ).toEqual([`breaking-${rule}`])
    }
  })
})

it.each(harmless)('%s breaks nothing', async (_, change) => {
  for (const seed of [1, 2, 3]) expect(await rulesOf(changed(original, change), seed)).toEqual([])
})
