import { expect, it } from 'vitest'
import { parseDocument } from '../../../src/core/document/document.ts'
import { evaluate } from '../../../src/engine/evaluate.ts'
import { readReferencedFiles } from '../../../src/engine/openapi/files.ts'
import { load } from '../ruleset/load.ts'

const files: Readonly<Record<string, string>> = {
  'openapi.yaml': '',
  'paths.yaml':
    'a: {$ref: "./openapi.yaml#/components/schemas/UsedByFile"}\nb: {$ref: "#/components/schemas/Unused"}\ncomponents: {schemas: {Unused: {}}}\n',
}

it('a component is used by a reference from another file, or to the own file by its name', async () => {
  const text = `openapi: 3.0.3
paths: {/a: {$ref: paths.yaml}, /b: {$ref: "openapi.yaml#/components/schemas/UsedByName"}}
components: {schemas: {UsedByFile: {}, UsedByName: {}, Unused: {}}}
`
  const document = parseDocument(text, 'yaml')
  const read = async (name: string) => {
    const plain = name.replace('./', '')
    return { name: plain, text: files[plain] ?? '' }
  }
  const referenced = await readReferencedFiles(document, 'openapi.yaml', read)
  const rules = await load('extends: [[spectral:oas, off]]\nrules: {oas3-unused-component: true}')
  const issues = evaluate(document, { rules }, { name: 'openapi.yaml', files: referenced })
  expect(issues.map(({ path }) => path.join('.'))).toEqual(['components.schemas.Unused'])
})
