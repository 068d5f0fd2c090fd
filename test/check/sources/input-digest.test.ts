import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inputDigest } from '../../../src/check/sources/input-digest.ts'
import { createSources } from '../../../src/check/sources/sources.ts'
import { tempTree } from '../../temp-tree.ts'

it('a shared file counts', async () => {
  const cwd = await tempTree({ 'a.yaml': 'openapi: 3.1.0\nx: { $ref: s.yaml }\n', 's.yaml': 'a: 1\n' })
  const asked = { api_ids: [], definitions: [{ file: 'a.yaml' }], selector: { ruleset_ids: ['r'] } }
  const inputs = { whole: asked, baseline: undefined, workspace: undefined }
  const before = await inputDigest(inputs, createSources(cwd))
  expect(await inputDigest(inputs, createSources(cwd))).toBe(before)
  await writeFile(join(cwd, 's.yaml'), 'a: 2\n')
  expect(await inputDigest(inputs, createSources(cwd))).not.toBe(before)
})
