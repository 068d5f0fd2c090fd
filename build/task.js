// `npm run task -- NAME [ARGUMENT...]`: what is run seldom. `npm run task` lists the names.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {{ readonly args: readonly string[], readonly env?: Readonly<Record<string, string>> }} Step */

/** @returns {Step} */
const node = (...args) => ({ args })
const build = node('build/bundle.js')
const binary = [build, node('bin/binary/build.js')]

/** @returns {Step} */
function vitest(env, ...args) {
  return {
    args: ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/vitest.config.ts', ...args],
    env,
  }
}

/** A program of the tests in TypeScript, as one file; the arguments of the command line are the last step's. */
function program(entry, env = {}, ...flags) {
  const file = `node_modules/.cache/${entry.replaceAll('/', '-')}.mjs`
  const roll = node('node_modules/rolldown/bin/cli.mjs', `test/${entry}.ts`, '--platform', 'node', ...flags)
  return [{ args: [...roll.args, '--file', file, '--log-level', 'silent'] }, { args: [file], env }]
}

/** The tests that compare with a file or a snapshot: transcripts, schemas, types, help. Those of pages are renewed beside. */
function snapshotTests() {
  const tests = readdirSync('test', { recursive: true, encoding: 'utf8' }).map((file) => join('test', file))
  const isWritten = (file) => /toMatch(?:File|Inline)?Snapshot\(/.test(readFileSync(file, 'utf8'))
  return [
    'test/scenarios',
    'test/slow/scenarios.test.ts',
    ...tests.filter((file) => file.endsWith('.test.ts') && isWritten(file)),
  ]
}

/** Each with what it needs built, and what it runs: `gov` is built where it runs as a program. */
const tasks = {
  agents: () => [build, node('test/agents/run.js')],
  attacks: () => [build, ...program('attacks/run', { GOV_TEST_EFFORT: '5' })],
  bench: ([name, ...args]) => {
    const files = {
      editor: 'test/bench/editor.js',
      gate: 'test/bench/gate/run.js',
      watch: 'test/bench/watch.js',
    }
    if (name === 'reporters') return [vitest({ GOV_TEST_BUILT: '1', GOV_TEST_TIMED: '1' }, ...args)]
    const file = files[name]
    return [build, file ? node(file, ...args) : node('test/bench/run.js', ...(name ? [name] : []), ...args)]
  },
  binary: () => binary,
  conformance: () => [build, ...program('conformance/run')],
  coverage: () => [vitest({ GOV_TEST_SOURCES: '1' }, '--coverage')],
  faults: () => [build, ...program('faults/run', {}, '--external', 'xmllint-wasm')],
  fleet: () => [
    vitest(
      { GOV_TEST_FLEET: '1000x45' },
      'test/e2e/check-fleet.test.ts',
      'test/e2e/ruleset-impact-fleet.test.ts',
    ),
  ],
  fuzz: () => program('fuzz/run', {}, '--no-codeSplitting'),
  load: ([name]) => [build, node(`test/load/${name === 'growth' ? 'growth' : 'run'}.js`)],
  record: () => program('conformance/record'),
  renew: () => [vitest({ GOV_TEST_RENEW: '1' }, ...snapshotTests(), 'test/docs', '-u')],
  site: ([command = 'build', ...args]) => [
    node('node_modules/vitepress/bin/vitepress.js', command, 'docs', ...args),
  ],
  'test-binary': () => [
    ...binary,
    vitest(
      { GOV_TEST_BUILT: '1', GOV_TEST_PROGRAM: 'dist-binary/gov' },
      'test/e2e',
      'test/docs',
      'scenarios',
    ),
  ],
  'test-node': () => [node('test/node/run.js')],
  'test-portable': () => [
    vitest(
      {},
      ...['check', 'core', 'dashboard', 'engine', 'gate', 'reporters'].map((part) => `test/${part}`),
      ...['check', 'core', 'dashboard', 'engine', 'reporters'].map((part) => `test/slow/${part}`),
    ),
  ],
}

/** Tasks that put the arguments of the command line where they belong themselves. */
const takesArguments = ['bench', 'site']

process.chdir(join(import.meta.dirname, '..'))
const [name = '', ...args] = process.argv.slice(2)
if (!Object.hasOwn(tasks, name)) {
  process.stderr.write(`npm run task -- NAME, which is one of: ${Object.keys(tasks).join(', ')}\n`)
  process.exit(2)
}
const steps = tasks[name](args)
for (const [at, step] of steps.entries()) {
  const given = at === steps.length - 1 && !takesArguments.includes(name) ? args : []
  const run = spawnSync(process.execPath, [...step.args, ...given], {
    stdio: 'inherit',
    env: { ...process.env, ...step.env },
  })
  if (run.status !== 0) process.exit(run.status ?? 1)
}
