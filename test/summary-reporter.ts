import type { Reporter, TestModule } from 'vitest/node'

/** Ends a run with one plain line that any log reader understands: `tests: N passed, N failed, N skipped`. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const states = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    )
    const count = (state: string) => states.filter((each) => each === state).length
    const broken = modules.filter((module) => module.errors().length > 0).length
    process.stdout.write(
      `\ntests: ${count('passed')} passed, ${count('failed') + broken} failed, ${count('skipped')} skipped\n`,
    )
  }
}
