import { rolldown } from 'rolldown'
import { configDefaults, defineConfig } from 'vitest/config'
import { tableMeasure } from '../build/table-measure.js'

/**
 * `npm run verify` runs these folders, and `npm test` all others: processes, git, sockets under load, browsers, the recorded
 * results of other tools, and tests of one module that take seconds each (`slow`).
 */
const verifyFolders = [
  'attacks',
  'bin',
  'browser',
  'conformance',
  'docs',
  'e2e',
  'editors',
  'faults',
  'fuzz',
  'slow',
  'templates',
]
const verified = verifyFolders.map((folder) => `test/${folder}/**/*.test.ts`)

/** cli-table3 as it is in the bundle, for tests of the sources. */
const bundledTable = {
  name: 'bundled-table',
  enforce: 'pre' as const,
  resolveId: (source: string) => (source === 'cli-table3' ? '\0cli-table3' : undefined),
  load: async (id: string) => {
    if (id !== '\0cli-table3') return undefined
    const bundle = await rolldown({ input: 'cli-table3', platform: 'node', plugins: [tableMeasure] })
    const { output } = await bundle.generate({ format: 'esm', codeSplitting: false })
    return output[0].code
  },
}

// Tests of how long something takes run with the bench.
const timed = ['test/**/*.timed.ts']

export default defineConfig({
  plugins: [bundledTable],
  test: {
    root: new URL('..', import.meta.url).pathname,
    projects: process.env.GOV_TEST_TIMED
      ? [{ extends: true, test: { name: 'timed', include: timed } }]
      : [
          {
            extends: true,
            test: {
              name: 'quick',
              include: ['test/**/*.test.ts'],
              exclude: [...configDefaults.exclude, ...verified],
            },
          },
          { extends: true, test: { name: 'verify', include: verified } },
        ],
    reporters: ['default', new URL('./summary-reporter.ts', import.meta.url).pathname],
    setupFiles: [new URL('./surroundings.ts', import.meta.url).pathname],
    globalSetup: [new URL('./e2e/build.ts', import.meta.url).pathname],
    // A missing snapshot or an it.only fails, in CI and elsewhere.
    update: 'none',
    allowOnly: false,
    // A limit only ends what hangs: a machine may be twenty times slower than another.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // No test depends on module state that another file left. Loading all modules again for each file doubles the time: 147 s, not 77.
    isolate: false,
    // Vitest would leave one core to its own process, which is half of a machine of two.
    maxWorkers: '100%',
    // As bin/gov.js does on Node 20: a test file asks many different things of the same functions.
    execArgv: process.version.startsWith('v20.') ? ['--interrupt-budget=540672'] : [],
    // The page of the HTML report is tested with its style.
    css: true,
    coverage: {
      include: ['src/**/*.ts'],
      reporter: ['text-summary', 'html'],
      reportOnFailure: true,
      // A little below what a whole run covers: 93.9 % of lines, 88.0 % of branches.
      thresholds: {
        lines: 93,
        branches: 87,
        'src/{core,gate}/**': { lines: 98, branches: 93 },
        'src/settings/**': { lines: 97, branches: 90 },
      },
    },
  },
})
