import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/settings/check-config.ts'
import { projectRoot } from '../e2e/run-gov.ts'
import { commandsOf, patternOf, renewTranscript, scrub, transcriptOf } from './commands.ts'
import { lostLinks } from './links.ts'
import { notRun } from './not-run.ts'
import { type Block, fileOf, pages } from './pages.ts'
import { type Stage, setStage } from './stage.ts'

const readme = pages.find(({ path }) => path === 'README.md')
const shellLines = (readme?.blocks ?? [])
  .filter(({ language }) => language === 'sh')
  .flatMap(({ text }) => text.trim().split('\n'))

/** A command, or a sentence that the terminal folds. */
const isMessage = /^(\$ |error: |warning: | *hint: | *\S+\.yaml:\d|(new|fixed|Wrote) )/

describe('the README', () => {
  it('begins with the two commands of a fresh clone, and no third that sets anything up', () => {
    expect(shellLines.slice(0, 2)).toEqual([
      'npm ci && npx gov check --config .governance.example.yml',
      'npm ci && npm test',
    ])
    expect(shellLines.slice(2).filter((line) => /npm (ci|install|i)\b/.test(line))).toEqual([])
  })
})

it('the index of decisions names every page of it', () => {
  const index = pages.find(({ path }) => path === 'docs/decisions/README.md')?.text
  const decisions = readdirSync(join(projectRoot, 'docs/decisions')).filter((name) => name !== 'README.md')
  expect(decisions.filter((name) => !index?.includes(`](${name})`))).toEqual([])
})

it.each([
  ['src/README.md', /`([\w/-]+\.(?:ts|js|sh))`/g],
  ['docs/security.md', /`([\w/-]+(?:\.test)?\.ts)`/g],
  ['docs/decisions/simple-yaml-reader.md', /`([\w/-]+(?:\.test)?\.ts)`/g],
])('%s names source files that are there', (page, names) => {
  const files = ['bin', 'build', 'src', 'test'].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `/${folder}/${file}`,
    ),
  )
  const text = pages.find(({ path }) => path === page)?.text ?? ''
  const named = [...text.matchAll(names)].map(([, name]) => `/${name}`)
  expect(named).not.toEqual([])
  expect(
    named.filter((name) => !files.some((file) => file.endsWith(name)) && !name.startsWith('/dist/')),
  ).toEqual([])
})

/** Files that a recipe of CONTRIBUTING.md makes. */
const madeByRecipes = /(?:starts-with|csv)(?:\.test)?\.ts$/

it('CONTRIBUTING.md names files and folders that are there', () => {
  const text = pages.find(({ path }) => path === 'CONTRIBUTING.md')?.text ?? ''
  const named = [...text.matchAll(/(?<![\w/])((?:src|test|docs|fixtures)\/[\w./-]*\w)/g)].flatMap(
    ([, name]) => name ?? [],
  )
  expect(named.length).toBeGreaterThan(40)
  const isThere = (name: string) => existsSync(join(projectRoot, name)) || madeByRecipes.test(name)
  expect(named.filter((name) => !isThere(name))).toEqual([])
})

/** The scripts of docs/library.md are run by test/e2e/program-package.test.ts, nginx's by sandbox-proxy.test.ts. Editors of other makers read theirs. */
const notChecked: Readonly<Record<string, readonly string[]>> = {
  'docs/library.md': ['js', 'text'],
  'src/README.md': ['text'],
  'docs/sandbox.md': ['nginx'],
  // test/e2e/diff-changelog.test.ts runs it in a repository.
  'docs/breaking-changes.md': ['text'],
  'docs/editors.md': ['lua', 'toml', 'elisp', 'vim', 'kak'],
}

describe.each(pages)('$path', ({ path, text, blocks }) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await setStage(path)
  })
  afterAll(() => stage.clear())

  it('has blocks of known kinds only, and no transcript wider than a terminal', () => {
    expect([...text.matchAll(/^\s*(```|~~~)/gm)]).toHaveLength(2 * blocks.length)
    const kinds = [...Object.keys(checks), ...(notChecked[path] ?? [])]
    expect(blocks.filter(({ language }) => !kinds.includes(language))).toEqual([])
    const transcripts = blocks.filter(({ language }) => language === 'console')
    const wide = transcripts.flatMap((block) => block.text.split('\n')).filter((line) => line.length > 80)
    expect(wide.filter((line) => !isMessage.test(line))).toEqual([])
  })

  it('has links that lead somewhere', () => {
    expect(lostLinks({ path, text, blocks })).toEqual([])
  })

  it.each(blocks)('$language of line $line', async (block) => {
    await checks[block.language]?.(block, stage, path)
  })
})

it('every command that is not run is in a page', () => {
  const all = pages.flatMap(({ blocks }) => blocks).flatMap(({ text }) => commandsOf(text))
  expect([...notRun.keys()].filter((command) => !all.includes(command))).toEqual([])
})

const checks: Readonly<Record<string, (block: Block, stage: Stage, path: string) => Promise<void>>> = {
  console: async ({ text }, stage, path) => {
    for (const { command, output } of transcriptOf(text)) {
      const { stdout } = await stage.run(command)
      if (process.env.GOV_TEST_RENEW && renewTranscript(path, { command, output }, stdout)) continue
      expect(scrub(stdout), command).toMatch(patternOf(output))
    }
  },
  sh: async (block, stage) => {
    const { text } = block
    const file = fileOf(block)
    if (file !== undefined) return stage.write(file, text)
    for (const command of commandsOf(text).filter((each) => !notRun.has(each))) {
      const { exitCode, stdout } = await stage.run(command)
      expect(exitCode, `${command}\n${stdout}`).toBe(0)
    }
  },
  yaml: async (block, stage) => {
    const file = fileOf(block)
    if (file !== undefined) await stage.write(file, block.text)
    if (file === undefined || file.startsWith('.governance.')) acceptConfig(block.text)
  },
  json: async ({ text }) => {
    JSON.parse(text)
  },
}

/** A block without a file's name is a part of a config. */
function acceptConfig(text: string): void {
  const config = load(text)
  expect(config).toBeTypeOf('object')
  expect(readConfig({ version: 1, ...Object(config) }, String).problems).toEqual([])
}
