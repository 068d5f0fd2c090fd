import { expect, it } from 'vitest'
import type { Issue } from '../../../src/core/model/issue.ts'
import { countIssueGroups } from '../../../src/features/mcp/issue-groups.ts'

const issueOf = (fixable: Issue['fixable'], line: number) =>
  ({ rule_id: 'a', severity: 'warn', file: 'api.yaml', line, fixable }) as Issue

it.each<[string, readonly Issue['fixable'][], string]>([
  ['none has a fix', ['no', 'no'], '2 issues, fixable: no, by hand: api.yaml:1 2'],
  ['it is not known of any', [undefined, undefined], '2 issues'],
  ['it is not known of one', ['no', undefined], '2 issues, by hand: api.yaml:1'],
  ['one has one', ['safe', undefined, 'no'], '3 issues, fixable: 1 safe, by hand: api.yaml:3'],
])('a group says what can be fixed: %s', (_, marks, words) => {
  const { lines } = countIssueGroups(marks.map((fixable, index) => issueOf(fixable, index + 1)))
  expect(lines).toEqual([`rule: a, warn, ${words}`, `file: api.yaml, ${words.replace(/, by hand.*/, '')}`])
})
