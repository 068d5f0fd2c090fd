import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { allowedSkips } from './allowed-skips.ts'

/**
 * Ends a run with one plain line that any log reader understands: `tests: N passed, N failed, N skipped`. In CI a skipped
 * test fails the run, unless `allowed-skips.ts` gives a reason.
 */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    const broken = modules.filter((module) => module.errors().length > 0).length
    const unexplained = process.env.CI ? tests.filter(isUnexplained) : []
    for (const test of unexplained) {
      process.stdout.write(`\nskipped without a reason: ${test.module.relativeModuleId} > ${test.fullName}`)
    }
    if (unexplained.length > 0) process.exitCode = 1
    process.stdout.write(
      `\ntests: ${count('passed')} passed, ${count('failed') + broken} failed, ${count('skipped')} skipped\n`,
    )
  }
}

function isUnexplained(test: TestCase): boolean {
  if (test.result().state !== 'skipped') return false
  const { relativeModuleId } = test.module
  return !allowedSkips.some(({ file, name }) => file === relativeModuleId && name.test(test.fullName))
}
