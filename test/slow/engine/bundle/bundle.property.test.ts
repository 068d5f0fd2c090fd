import { posix } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseDocument } from '../../../../src/core/document/document.ts'
import { getChild } from '../../../../src/core/model/record.ts'
import { exactJson } from '../../../../src/core/text/json.ts'
import { bundle } from '../../../../src/engine/bundle/bundle.ts'
import { BundleError } from '../../../../src/engine/bundle/links.ts'
import { evaluate } from '../../../../src/engine/evaluate.ts'
import { loadRuleset } from '../../../../src/engine/load-ruleset.ts'
import { readReferencedFiles } from '../../../../src/engine/openapi/files.ts'
import { readReferences } from '../../../../src/engine/openapi/references.ts'
import type { EngineIssue, Ruleset } from '../../../../src/engine/rule.ts'
import { effort } from '../../../effort.ts'
import { type SplitFiles, splitDefinitions } from '../../../engine/bundle/split-definitions.ts'

async function load(): Promise<Ruleset> {
  const source = { name: 'r.yaml', text: rules, format: 'yaml' } as const
  return loadRuleset(source, { read: () => Promise.reject(new Error('no files')) })
}

const rules = `
extends: [[spectral:oas, all], [vacuum:owasp, all]]
rules:
  schema-names: {given: '$.components.schemas[*]~', then: {function: casing, functionOptions: {type: pascal}}}
  schema-count: {given: '$.components', then: {field: schemas, function: length, functionOptions: {max: 3}}}
  described: {given: '$..properties[*]', then: {field: description, function: truthy}}
  typed: {given: '$..[?(@.schema)]', then: {field: schema.type, function: truthy}}
  responses: {given: '$.paths[*][*].responses[*]', then: {field: headers, function: truthy}}
`

async function read(files: SplitFiles) {
  const text = (name: string) => JSON.stringify(files[name], null, 1)
  const document = parseDocument(text('openapi.json'), 'json')
  const references = await readReferencedFiles(document, 'openapi.json', async (reference, from) => {
    const name = posix.join(posix.dirname(from), reference)
    if (files[name] === undefined) throw new Error('no such file')
    return { name, text: text(name) }
  })
  return { document, files: references }
}

/** Rules about components themselves; the others see no difference. */
const aboutComponents = ['schema-names', 'schema-count']

async function compare(files: SplitFiles, ruleset: Ruleset) {
  const split = await read(files)
  const { value, writtenAt } = unlessEndless(() => bundle(split))
  const hasNewComponents = countOf(value) > countOf(files['openapi.json'])
  // Rules that see references as they are written see other references in a bundle.
  const isCompared = ({ rule }: EngineIssue) =>
    rule.resolved && !(hasNewComponents && aboutComponents.includes(rule.id))
  const ofFiles = evaluate(split.document, ruleset, { files: split.files })
    .filter(isCompared)
    .map(({ rule, path, file = '' }) => ({ rule: rule.id, place: `${file} ${path.join('/')}` }))
  const ofBundle = evaluate(parseDocument(exactJson(value), 'json'), ruleset)
    .filter(isCompared)
    .map(({ rule, path }) => {
      const { name = '', path: written } = writtenAt(path)
      return { rule: rule.id, place: `${name} ${written.join('/')}` }
    })
  const { circular } = readReferences(split.document.value, split.files).graph()
  return { ofFiles, ofBundle, hasNewComponents, isCircular: circular.size > 0 }
}

/** A reference to nothing but itself is refused. */
function unlessEndless<Value>(make: () => Value): Value {
  try {
    return make()
  } catch (error) {
    fc.pre(!(error instanceof BundleError && error.message.endsWith('leads only to references')))
    throw error
  }
}

const ruleOf = ({ rule }: { readonly rule: string }) => rule
const textOf = ({ rule, place }: { readonly rule: string; readonly place: string }) => `${rule} ${place}`

it('a bundle has the issues of the files, at their places', async () => {
  const ruleset = await load()
  let [found, moved, unnamed, equal] = [0, 0, 0, 0]
  await fc.assert(
    fc.asyncProperty(splitDefinitions(), async (files) => {
      const { ofFiles, ofBundle, hasNewComponents, isCircular } = await compare(files, ruleset)
      // In a cycle through files, a bundle has content where the files have a reference that is not followed.
      const shown = isCircular ? ruleOf : textOf
      const [inFiles = [], inBundle] = [ofFiles, ofBundle].map((issues) =>
        [...new Set(issues.map(shown))].sort(),
      )
      expect(inBundle).toEqual(isCircular ? expect.arrayContaining(inFiles) : inFiles)
      if (!isCircular) expect(ofBundle).toHaveLength(ofFiles.length)
      equal += isCircular ? 0 : 1
      found += ofBundle.length
      moved += ofBundle.filter(({ place }) => !place.startsWith(' ')).length
      unnamed += hasNewComponents ? 0 : 1
    }),
    { numRuns: 40 * effort },
  )
  expect([found > 1000, moved > 300, unnamed > 3, equal > 3]).toEqual([true, true, true, true])
})

it('references with siblings keep what they lead to: the same rules find something', async () => {
  const ruleset = await load()
  await fc.assert(
    fc.asyncProperty(splitDefinitions({ description: 'beside' }), async (files) => {
      const { ofFiles, ofBundle } = await compare(files, ruleset)
      expect(new Set(ofBundle.map(({ rule }) => rule))).toEqual(new Set(ofFiles.map(({ rule }) => rule)))
    }),
    { numRuns: 15 * effort },
  )
})

function countOf(definition: unknown): number {
  return Object.keys(Object(getChild(getChild(definition, 'components'), 'schemas'))).length
}
