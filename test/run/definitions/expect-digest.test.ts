import { expect, it } from 'vitest'
import { createSources } from '../../../src/run/sources.ts'
import { digestOf } from '../../../src/text/digest.ts'
import { tempTree } from '../../temp-tree.ts'

const text = 'openapi: 3.1.0\n'

it('a definition is read only with the content that is expected', async () => {
  const cwd = await tempTree({ 'a.yaml': text })
  const expecting = (digest: string | undefined) => {
    const sources = createSources(cwd)
    sources.expect('a.yaml', digest)
    return sources.readDefinition('a.yaml')
  }
  await expect(expecting(digestOf('openapi: 3.0.3\n'))).rejects.toMatchObject({ code: 'definition-changed' })
  expect((await expecting(digestOf(text))).text).toBe(text)
  expect((await expecting(undefined)).text).toBe(text)
})
