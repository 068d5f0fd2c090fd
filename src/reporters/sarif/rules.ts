import type { Issue } from '../../core/model/issue.ts'
import { sanitize } from '../../core/text/sanitize.ts'
import { markdownText } from '../markup-text.ts'
import { levels, messageText } from './text.ts'

/** The rules of all issues, each once. Two rulesets may both have a rule of a name, so the ruleset is part of the id. */
export function ruleTable(issues: readonly Issue[]) {
  const indexes = new Map<string, number>()
  const descriptors: object[] = []
  for (const issue of issues) {
    const id = createRuleId(issue)
    if (indexes.has(id)) continue
    indexes.set(id, descriptors.length)
    descriptors.push(descriptor(id, issue))
  }
  return {
    descriptors,
    indexOf: (issue: Issue) => {
      const ruleId = createRuleId(issue)
      return { ruleId, ruleIndex: indexes.get(ruleId) ?? -1 }
    },
  }
}

function createRuleId({ ruleset_id, rule_id }: Issue): string {
  return messageText(`${ruleset_id}/${rule_id}`)
}

function descriptor(id: string, issue: Issue): object {
  const ruleset = issue.ruleset_name || issue.ruleset_id
  const summary = issue.rule_summary || issue.rule_id
  const fix = issue.how_to_fix || 'The ruleset does not say how to fix this.'
  const helpUri = findAddress(sanitize(issue.how_to_fix ?? ''))
  return {
    id,
    name: messageText(issue.rule_id),
    shortDescription: { text: messageText(summary) },
    fullDescription: { text: messageText(`${summary} (ruleset ${ruleset})`) },
    help: {
      text: messageText(`How to fix: ${fix}`),
      markdown: `**How to fix**\n\n${markdownText(fix)}\n\nRuleset: ${markdownText(ruleset)}`,
    },
    ...(helpUri === undefined ? {} : { helpUri }),
    defaultConfiguration: { level: levels[issue.severity] },
    properties: { ruleset: messageText(ruleset), tags: [...new Set(['governance', messageText(ruleset)])] },
  }
}

function findAddress(text: string): string | undefined {
  const [found] = /\bhttps?:\/\/[^\s<>"'`()[\]{}|\\^]+/.exec(text.slice(0, 10_000)) ?? []
  const address = found?.replace(/[.,;:!?]+$/, '')
  return address !== undefined && URL.canParse(address) ? new URL(address).href : undefined
}
