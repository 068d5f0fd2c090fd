import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { checkerOf } from './json-schema.ts'
import type { Reader } from './reading.ts'
import type { Log } from './sarif-log.ts'

/** The schema that OASIS publishes, as Microsoft's validator carries it. */
const check = (() => {
  const entry = createRequire(import.meta.url).resolve(
    '@microsoft/sarif-multitool-ts/schemas/ai-result.schema.json',
  )
  return checkerOf(
    JSON.parse(readFileSync(join(dirname(entry), '../assets/sarif-2.1.0.schema.json'), 'utf8')),
  )
})()

export const sarif: Reader = (text) => {
  const log: Log = JSON.parse(text)
  check(log)
  const [run] = log.runs
  if (run === undefined) throw new Error('no run')
  const { rules } = run.tool.driver
  const { results = [] } = run
  for (const { ruleId, ruleIndex } of results) {
    if (rules[ruleIndex]?.id !== ruleId) throw new Error(`no rule ${ruleId} at ${ruleIndex}`)
  }
  const notes = run.invocations.flatMap(({ toolExecutionNotifications }) => toolExecutionNotifications)
  const faults = notes.filter(({ level }) => level === 'error').map(({ message }) => message.text)
  const succeeded = run.invocations.every(({ executionSuccessful }) => executionSuccessful)
  if (succeeded !== (faults.length === 0)) throw new Error('the run succeeded, and did not')
  return {
    issues: results.map(({ level, message }) => `${level} ${message.text}`),
    faults,
    shape: [...shapeOf(log)],
  }
}

/** Keys alone: what a value is does not change them, but for a web address that how to fix it names. */
function* shapeOf(value: unknown, depth = 0): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'helpUri') continue
    yield `${depth} ${Array.isArray(value) ? '' : key}`
    yield* shapeOf(inner, depth + 1)
  }
}
