import { expect, it } from 'vitest'
import { problemsOf } from './load.ts'

const broken = `aliases: { Titles: [$.info.title] }
rules:
  title-caps: { given: '#Titels', then: { function: truthy } }
`
const unknownAlias = [expect.stringContaining('Titels')]

async function reasonsOf(text: string, files = {}): Promise<string[]> {
  return (await problemsOf(text, files)).map(({ reason }) => reason)
}

it.each([
  ['an override of its severity', `${broken}overrides: [{ files: ['*'], rules: { title-caps: error } }]\n`],
  [
    'an override of its text',
    `${broken}overrides: [{ files: ['*'], rules: { title-caps: { message: m } } }]\n`,
  ],
])('a rule that is broken is reported once, and not again for %s', async (_what, text) => {
  expect(await reasonsOf(text)).toEqual(unknownAlias)
})

it.each(['extends: ./base.yaml', 'extends: [[./base.yaml, off]]', 'extends: ./middle.yaml'])(
  'nor for a ruleset with %s that changes it',
  async (base) => {
    const files = { 'base.yaml': broken, 'middle.yaml': 'extends: ./base.yaml\nrules: {}\n' }
    expect(await reasonsOf(`${base}\nrules: { title-caps: error }\n`, files)).toEqual(unknownAlias)
  },
)

it('another rule that is not there still is a problem', async () => {
  const text = `${broken}overrides: [{ files: ['*'], rules: { title-cap: error } }]\n`
  expect(await reasonsOf(text)).toEqual([
    ...unknownAlias,
    expect.stringContaining('no inherited rule to override'),
  ])
})
