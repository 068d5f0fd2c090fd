import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { SlowFirst } from './slow-first.ts'

/** Most code of a test runs a few times only: to optimise it as early as V8 does takes a quarter more. Not every Node knows this. */
const later = ['--interrupt-budget=1000000'].filter(
  (option) => spawnSync(process.execPath, [option, '--eval', '0']).status === 0,
)

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    // What holds seconds of wall clock is part of the bench.
    include: [process.env.GOV_TEST_TIMED ? 'test/**/*.timed.ts' : 'test/**/*.test.ts'],
    reporters: ['default', new URL('./summary-reporter.ts', import.meta.url).pathname],
    setupFiles: [new URL('./seed.ts', import.meta.url).pathname],
    globalSetup: [new URL('./e2e/build.ts', import.meta.url).pathname],
    testTimeout: 20_000,
    // No file keeps state in a module, and to load all of them for each file takes as long as the tests.
    isolate: false,
    execArgv: later,
    // Where a test waits, for a process or a clock, another one runs; vitest would leave one of two cores idle.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: SlowFirst },
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
        'src/{document,gate,model,text}/**': { lines: 98, branches: 93 },
        'src/settings/**': { lines: 97, branches: 90 },
      },
    },
  },
})
