import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { impact as schema } from '../../../src/features/ruleset/impact/impact-model.ts'
import { projectRoot, runGov } from '../../e2e/run-gov.ts'
import { checkerOf } from '../../reporters/readers/json-schema.ts'
import { tempTree } from '../../temp-tree.ts'

const published = z.toJSONSchema(schema.meta({ title: 'gov ruleset impact' }), { io: 'input' })

it('is published as it is', async () => {
  const text = `${JSON.stringify(published, null, 2)}\n`
  await expect(text).toMatchFileSnapshot(join(projectRoot, 'docs/impact.schema.json'))
})

it('an impact fits it, and one without a part does not', async () => {
  const rules = 'rules:\n  r: { given: $.info, severity: hint, then: { field: contact, function: truthy } }\n'
  const cwd = await tempTree({
    'a.yaml': "openapi: 3.0.3\ninfo: { title: a, version: '1' }\npaths: {}\n",
    'old.yaml': rules,
    'new.yaml': rules.replace('hint', 'error'),
  })
  const argv = ['ruleset', 'impact', 'old.yaml', 'new.yaml', '--definition', 'a.yaml', '--format', 'json']
  const { stdout } = await runGov(argv, { cwd })
  const impact = JSON.parse(stdout)
  expect(impact.newly_failing).toBe(1)
  checkerOf(published)(impact)
  for (const key of ['apis', 'unknown', 'run']) {
    const { [key]: _, ...others } = impact
    expect(() => checkerOf(published)(others)).toThrow()
  }
})
