import type { Reporter, TestCase, TestModule, TestRunEndReason, Vitest } from 'vitest/node'
import { allowedSkips } from './skips.ts'

/**
 * Ends a run with why tests were skipped, and one plain line that any log reader understands: `tests: N passed, N failed,
 * N skipped`. A skipped test without a reason in `skips.ts` fails the run.
 */
export default class SummaryReporter implements Reporter {
  #onlyNamed = false

  onInit({ config }: Vitest): void {
    this.#onlyNamed = config.testNamePattern !== undefined
  }

  onTestRunEnd(modules: readonly TestModule[], _errors: unknown, reason: TestRunEndReason): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    const broken = modules.filter((module) => module.errors().length > 0).length
    // Tests behind a failed hook or an interruption have no reason of their own.
    const isWhole = !this.#onlyNamed && reason !== 'interrupted'
    if (isWhole)
      reportSkipped(tests.filter((test) => test.result().state === 'skipped' && !hasFailedHook(test)))
    print(
      `\ntests: ${count('passed')} passed, ${count('failed') + broken} failed, ${count('skipped')} skipped`,
    )
  }
}

function hasFailedHook(test: TestCase): boolean {
  for (let { parent } = test; ; parent = parent.parent) {
    if (parent.errors().length > 0) return true
    if (parent.type === 'module') return false
  }
}

function reportSkipped(tests: readonly TestCase[]): void {
  const reasons = new Map<string, number>()
  for (const test of tests) {
    const { relativeModuleId } = test.module
    const skip = allowedSkips.find(({ file, name }) => file === relativeModuleId && name.test(test.fullName))
    if (!skip) process.exitCode = 1
    const reason = skip
      ? `skipped in ${relativeModuleId}: ${skip.because}. To run: ${skip.toRun}`
      : `skipped without a reason in test/skips.ts: ${relativeModuleId} > ${test.fullName}`
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  }
  for (const [reason, times] of reasons) print(`${times} ${reason}`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
