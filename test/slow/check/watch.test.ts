import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { carryOutCheck } from '../../../src/check/check.ts'
import { createSources } from '../../../src/check/sources/sources.ts'
import type { World } from '../../../src/check/world.ts'
import { chooseExitCode } from '../../../src/core/model/outcome.ts'
import { type WatchEvents, watch } from '../../../src/features/watch/watch.ts'
import { checkRequest } from '../../../src/terminal/flags/ask-flags.ts'
import { tempTree } from '../../temp-tree.ts'
import { testProcess } from '../../terminal/test-process.ts'

const definition = 'openapi: 3.1.0\ninfo: { title: Orders, version: "1" }\npaths: {}\n'
const rules = 'rules: { tags: { given: $, severity: error, then: { field: tags, function: truthy } } }\n'
const config = [
  'version: 1',
  'dashboard: { url: embedded }',
  'definitions: [{ file: part/a.yaml }, { file: part/b.yaml }]',
  'ruleset_files: [rules.yaml]',
].join('\n')
const files = {
  '.governance.yml': config,
  'rules.yaml': rules,
  'part/a.yaml': definition,
  'part/b.yaml': definition,
}
const request = checkRequest({})

function worldIn(cwd: string): World {
  return { ...testProcess({ cwd }).context, cwd, sources: createSources(cwd) }
}

/** What a run ends with: its exit code, or its error. */
async function coldRun(cwd: string, asked = request): Promise<unknown> {
  return carryOutCheck(asked, worldIn(cwd)).then(
    ({ report }) => chooseExitCode(report.outcome),
    ({ code }) => code,
  )
}

/** A watch in a folder below its config; `shown` is the end of the last run that it showed. */
async function startWatch(cwd: string, asked = request) {
  const ending = new AbortController()
  let shown: unknown
  let count = 0
  const show = async (end: unknown) => {
    shown = end
    count += 1
  }
  const events: WatchEvents = {
    judged: ({ report }) => show(chooseExitCode(report.outcome)),
    failed: ({ code }) => show(code),
    watching: async () => {},
    idle: async () => {},
    isHeard: () => true,
  }
  const interruption = () => ending.signal
  const checkpoint = () => ending.signal.throwIfAborted()
  const watching = watch(asked, { ...worldIn(cwd), interruption, checkpoint }, events)
  onTestFinished(() => ending.abort())
  const until = (end: unknown) => expect.poll(() => shown).toEqual(end)
  await until(await coldRun(cwd, asked))
  return { until, end: () => ending.abort(), watching, count: () => count }
}

const write = (file: string, text: string) => (root: string) => writeFile(join(root, file), text)
const changes: readonly (readonly [string, (root: string) => Promise<unknown>])[] = [
  ['a definition passes', write('part/a.yaml', `${definition}tags: [{ name: a }]\n`)],
  ['the other one, too', write('part/b.yaml', `${definition}tags: [{ name: a }]\n`)],
  ['the rules change', write('rules.yaml', rules.replace('tags, function', 'servers, function'))],
  ['the rules cannot be read', write('rules.yaml', 'rules: [')],
  ['the rules are as before', write('rules.yaml', rules)],
  ['the config goes away', (root) => rename(join(root, '.governance.yml'), join(root, 'kept'))],
  ['and comes back', (root) => rename(join(root, 'kept'), join(root, '.governance.yml'))],
  [
    'a nearer config is there',
    write('part/.governance.yml', config.replaceAll('part/', '').replace('rules.yaml', 'none.yaml')),
  ],
  ['and is gone', (root) => rm(join(root, 'part/.governance.yml'))],
  [
    'a definition is a folder',
    async (root) => {
      await rm(join(root, 'part/a.yaml'))
      await mkdir(join(root, 'part/a.yaml'))
    },
  ],
  [
    'and a bad file',
    async (root) => {
      await rm(join(root, 'part/a.yaml'), { recursive: true })
      await write('part/a.yaml', 'openapi: [')(root)
    },
  ],
  ['and a good one', write('part/a.yaml', definition)],
]

it('shows after every change what a new run would show, errors included', async () => {
  const root = await tempTree({ '.git/': '', ...files })
  const cwd = join(root, 'part')
  const { until, end, watching } = await startWatch(cwd)
  for (const [name, change] of changes) {
    await change(root)
    const cold = await coldRun(cwd)
    await until(cold).catch(() => expect.fail(`${name}: ${cold} was not shown`))
  }
  end()
  expect(await watching).toBe(130)
})

it('shows what a policy requires of files that the run does not read', async () => {
  const policy = 'version: 1\npolicy: { fail_on: never }\nrequire: { all_definitions: true }\n'
  const cwd = await tempTree({ '.git/': '', ...files, 'policy.yml': policy })
  const { until, end, watching } = await startWatch(cwd, { ...request, policy: 'policy.yml' })
  await until(0)
  await write('part/new.yaml', definition)(cwd)
  await until(5)
  await rm(join(cwd, 'part/new.yaml'))
  await until(0)
  end()
  expect(await watching).toBe(130)
})

it('ends at the first interruption while a definition cannot be read, and rests until then', async () => {
  const root = await tempTree(files)
  const { until, end, watching, count } = await startWatch(root)
  await rm(join(root, 'part/b.yaml'))
  await mkdir(join(root, 'part/b.yaml'))
  await until('definition-is-folder')
  const shown = count()
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(count()).toBe(shown)
  end()
  expect(await watching).toBe(130)
})
