import type { Issue } from '../../core/model/issue.ts'
import type { Severity } from '../../core/model/severity.ts'
import { groupBy } from '../../core/text/group-by.ts'

/** One issue of a rule, as an example of those that the other side does not have. */
export interface ParityExample {
  readonly file: string
  readonly line: number | undefined
  readonly severity: Severity
  readonly message: string
}

/** The issues of one rule on both sides. Two are the same if file, line and severity are; messages are each engine's own. */
export interface RuleParity {
  readonly ruleset_id: string
  readonly rule_id: string
  readonly same: number
  readonly only_dashboard: number
  readonly only_embedded: number
  /** How many of these an `x-lint-ignore` of the definition names: a dashboard drops them. Absent: none. */
  readonly ignored?: number
  readonly dashboard_example?: ParityExample
  readonly embedded_example?: ParityExample
}

/** Every rule that reports something on either side, by ruleset and name. */
export function compareRows(dashboard: readonly Issue[], embedded: readonly Issue[]): readonly RuleParity[] {
  const [remote, local] = [byRule(dashboard), byRule(embedded)]
  const rules = [...new Set([...remote.keys(), ...local.keys()])].sort()
  return rules.map((rule) => compareRule(remote.get(rule) ?? [], local.get(rule) ?? []))
}

function byRule(issues: readonly Issue[]): ReadonlyMap<string, readonly Issue[]> {
  return groupBy(issues, ({ ruleset_id, rule_id }) => JSON.stringify([ruleset_id, rule_id]))
}

function compareRule(dashboard: readonly Issue[], embedded: readonly Issue[]): RuleParity {
  const [remote, local] = [without(dashboard, embedded), without(embedded, dashboard)]
  const [{ ruleset_id = '', rule_id = '' } = {}] = [...dashboard, ...embedded]
  const [theirFirst, ourFirst] = [remote[0], local[0]]
  const ignored = local.filter(({ ignored_at }) => ignored_at !== undefined).length
  return {
    ruleset_id,
    rule_id,
    same: dashboard.length - remote.length,
    only_dashboard: remote.length,
    only_embedded: local.length,
    ...(ignored > 0 && { ignored }),
    ...(theirFirst && { dashboard_example: toExample(theirFirst) }),
    ...(ourFirst && { embedded_example: toExample(ourFirst) }),
  }
}

/** Issues without an equal one in `others`; each equal one is used up once. */
function without(issues: readonly Issue[], others: readonly Issue[]): readonly Issue[] {
  const left = new Map<string, number>()
  for (const other of others) left.set(renderPlace(other), (left.get(renderPlace(other)) ?? 0) + 1)
  return issues.filter((issue) => {
    const count = left.get(renderPlace(issue)) ?? 0
    left.set(renderPlace(issue), count - 1)
    return count <= 0
  })
}

/** Where the line is not known, the path tells. */
function renderPlace({ file, line, severity, path }: Issue): string {
  return JSON.stringify([file, line ?? path, severity])
}

function toExample({ file = '', line, severity, message }: Issue): ParityExample {
  return { file, line, severity, message }
}
