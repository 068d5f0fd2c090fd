import type { Report } from '../../src/core/model/report.ts'
import { severities } from '../../src/core/model/severity.ts'
import { issueOf, reportOf, rulesetOf } from './report-of.ts'

/** A report of `count` issues over fifty APIs (every fourth a local file), five rulesets and forty rules. */
export function manyIssues(count: number): Report {
  const issues = Array.from({ length: count }, (_, index) => {
    const api = index % 50
    const ruleset = index % 5
    const file =
      api % 4 === 0 ? { file: `specs/api-${api}/openapi.yaml`, line: 1 + (index % 4000), column: 7 } : {}
    return issueOf({
      _id: index.toString(16).padStart(16, '0'),
      severity: severities[Math.min(3, (index * 7) % 9)] ?? 'hint',
      api_id: `api-${api}`,
      ruleset_id: `rs-${ruleset}`,
      ruleset_name: `Ruleset number ${ruleset}`,
      rule_id: `rule-${index % 40}`,
      rule_summary: `What rule ${index % 40} is about`,
      how_to_fix: `Do what rule ${index % 40} says; see https://example.com/rules/${index % 40}.`,
      message: `The operation ${index} does not follow rule ${index % 40}.`,
      path: `paths./things/${index}/parts/{part_id}.get.responses.200`,
      location: { start_line: 1 + (index % 4000), start_char: 7, end_line: 2 + (index % 4000), end_char: 1 },
      ...file,
    })
  })
  const rulesets = [0, 1, 2, 3, 4].map((each) => rulesetOf(`rs-${each}`, `Ruleset number ${each}`, issues))
  return reportOf(issues, { rulesets })
}
