import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inputDigest } from '../../src/run/input-digest.ts'
import { createSources } from '../../src/run/sources.ts'
import { tempTree } from '../temp-tree.ts'

it.each(['embedded', 'https://dashboard.example.com'])('a shared file counts: %s', async (dashboardName) => {
  const cwd = await tempTree({ 'a.yaml': 'openapi: 3.1.0\nx: { $ref: s.yaml }\n', 's.yaml': 'a: 1\n' })
  const asked = { api_ids: [], definitions: [{ file: 'a.yaml' }], selector: { ruleset_ids: ['r'] } }
  const plan = { whole: asked, baseline: undefined, workspace: undefined, dashboardName }
  const before = await inputDigest(plan, createSources(cwd))
  expect(await inputDigest(plan, createSources(cwd))).toBe(before)
  await writeFile(join(cwd, 's.yaml'), 'a: 2\n')
  expect(await inputDigest(plan, createSources(cwd))).not.toBe(before)
})
