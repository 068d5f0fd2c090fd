import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { parseDocument } from '../../src/core/document/document.ts'
import { projectRoot, runShell } from '../e2e/run-gov.ts'
import { tempTree } from '../temp-tree.ts'
import { setVerdict } from './repository.ts'

const text = readFileSync(join(projectRoot, '.pre-commit-hooks.yaml'), 'utf8')
const [hook] = z
  .tuple([
    z.strictObject({
      id: z.string(),
      name: z.string(),
      description: z.string(),
      require_serial: z.boolean(),
      entry: z.string(),
      language: z.string(),
      pass_filenames: z.literal(false),
      // Names of files cannot say that nothing relevant changed: pre-commit leaves out those that a commit deletes.
      always_run: z.literal(true),
    }),
  ])
  .parse(parseDocument(text, 'yaml').value)

it('its entry is a command of the package, and passes and fails as the check does', async () => {
  const cwd = await tempTree({
    'openapi.yaml': 'openapi: 3.1.0\ninfo: { title: Orders, version: "1" }\npaths: {}\n',
    '.governance.yml': 'version: 1\ndefinitions: [{ file: openapi.yaml }]\nruleset_files: [rules.yaml]\n',
  })
  const codes: unknown[] = []
  for (const verdict of ['pass', 'fail'] as const) {
    setVerdict(cwd, verdict)
    codes.push((await runShell(hook.entry, { cwd })).exitCode)
  }
  expect(codes).toEqual([0, 1])
})
