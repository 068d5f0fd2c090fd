import type { Asked } from '../../src/core/model/asked.ts'
import type { Evaluation, RulesetSummary } from '../../src/core/model/evaluation.ts'
import type { Issue } from '../../src/core/model/issue.ts'
import { compareIssues } from '../../src/core/model/issue-order.ts'
import { countIssues, severities } from '../../src/core/model/severity.ts'
import type { DashboardClient } from '../../src/dashboard/client.ts'

export interface OneByOne {
  readonly evaluation: Evaluation
  /** Selected names that ran on no API. */
  readonly unrun: readonly string[]
  /** `ruleset api` of each pair that failed; a definition that cannot be read fails all of its pairs. */
  readonly failed: readonly string[]
}

type Client = Pick<DashboardClient, 'evaluateApis'>

/** Every API by every ruleset or category in a call of its own, put together the plainest way: the reference. */
export async function oneByOne(asked: Asked, client: Client): Promise<OneByOne> {
  const calls = await callEach(asked, client)
  const issues = new Map<string, Issue>()
  const rulesets = new Map<string, RulesetSummary>()
  for (const { answer } of calls) {
    for (const issue of answer.issues) issues.set(issue._id, issue)
    for (const ruleset of answer.rulesets) rulesets.set(ruleset.id, ruleset)
  }
  const all = [...issues.values()].sort(compareIssues)
  const counts = countIssues(all)
  const ran = new Set(calls.flatMap(({ name, answer }) => (answer.rulesets.length > 0 ? [name] : [])))
  const evaluated = calls.flatMap(({ api, answer }) => (answer.evaluated_apis === 1 ? [api] : []))
  const failed = calls.flatMap(({ api, answer }) =>
    answer.error === undefined ? [] : answer.rulesets.map(({ id }) => `${id} ${api}`),
  )
  const ownOf = (id: string) => all.filter(({ ruleset_id }) => ruleset_id === id)
  return {
    evaluation: {
      rulesets: [...rulesets.values()].map((ruleset) => ({ ...ruleset, ...countIssues(ownOf(ruleset.id)) })),
      issues: all,
      total: severities.reduce((sum, severity) => sum + counts[`${severity}_count`], 0),
      truncated: false,
      ...counts,
      evaluated_apis: new Set(evaluated).size,
      elapsed_ms: 0,
    },
    unrun: calls
      .map(({ name }) => name)
      .filter((name, at, all) => !ran.has(name) && all.indexOf(name) === at),
    failed: [...new Set(failed)],
  }
}

async function callEach({ api_ids, selector }: Asked, client: Client) {
  const byId = 'ruleset_ids' in selector
  const names = byId ? selector.ruleset_ids : selector.categories
  const calls: { api: string; name: string; answer: Evaluation }[] = []
  for (const api of api_ids) {
    for (const name of names) {
      const one = byId ? { ruleset_ids: [name] } : { categories: [name] }
      calls.push({ api, name, answer: await client.evaluateApis([api], one) })
    }
  }
  return calls
}
