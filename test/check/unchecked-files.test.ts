import { expect, it } from 'vitest'
import { uncheckedFiles } from '../../src/check/definitions/survey.ts'
import { parseDocument } from '../../src/core/document/document.ts'

/** The warnings about a definition whose mapping names `target`. */
function warningsOf(target: unknown): readonly string[] {
  const Pet = { discriminator: { propertyName: 'kind', mapping: { dog: target } } }
  const text = JSON.stringify({ openapi: '3.1.0', components: { schemas: { Pet, Dog: {} } } })
  return uncheckedFiles({ ...parseDocument(text, 'json'), file: 'pets.json' })
}

it.each([
  'Dog',
  '#/components/schemas/Dog',
  'https://a.example/dog.yaml',
  '//a.example/dog',
  'urn:dog',
  '',
  5,
  null,
])('says nothing of %j, which is not a file near the definition', (target) => {
  expect(warningsOf(target)).toEqual([])
})

it('names a file in so many characters, and no more', () => {
  const [warning = ''] = warningsOf(`${'dog/'.repeat(100_000)}dog.yaml#/Dog`)
  expect(warning).toMatch(/: discriminator\.mapping names (dog\/){40}…, which is not checked/)
  expect(warning.length).toBeLessThan(400)
})
