import type { Query } from '../../engine/jsonpath/query.ts'
import type { Then, ValueKind } from '../../engine/rule.ts'
import { findIgnored } from '../../engine/ruleset/ignored-values.ts'
import type { Drafts } from '../../engine/ruleset/load-ruleset.ts'
import type { RuleDraft } from '../../engine/ruleset/rule-draft.ts'
import type { RulesetProblem } from '../../engine/ruleset/ruleset-error.ts'
import { findUnknownName } from '../../engine/ruleset/unknown-names.ts'

/** Rules of the file whose `given` finds nothing in any OpenAPI document, or nothing that their functions check: they would pass everything. */
export function blindRules(
  { rules, locate }: Drafts,
  file: string,
  target: 'dashboard' | undefined,
): readonly RulesetProblem[] {
  return [...rules.values()].flatMap((rule) => {
    if (rule.givenBy !== file) return []
    const { start_line: line, start_char: column } = locate(['rules', rule.id, 'given'])
    return reasonsOf(rule, target).map((reason) => ({
      file,
      line,
      column,
      rule: rule.id,
      key: 'given',
      reason,
    }))
  })
}

function reasonsOf(
  { given, then, enabled, off }: RuleDraft,
  target: 'dashboard' | undefined,
): readonly string[] {
  const queries = new Map(given.flatMap((each) => each.queries).map((query) => [query.text, query]))
  const checks = enabled && !off ? then : []
  return [...queries.values()].flatMap((query) => [
    ...unknownName(query),
    ...checks.flatMap((each) => ignored(query, each, target)),
  ])
}

function unknownName(query: Query): readonly string[] {
  const unknown = findUnknownName(query)
  if (unknown === undefined) return []
  const question = unknown.meant === undefined ? '' : `; did you mean "${unknown.meant}"?`
  return [`no OpenAPI version has "${unknown.name}" where ${query.text} looks${question}`]
}

/** Functions of a dashboard check whatever they are given, but for patterns at lists. */
function ignored(query: Query, then: Then, target: 'dashboard' | undefined): readonly string[] {
  const kind = findIgnored(query, then)
  const { name } = then.function
  if (kind === undefined || (target !== undefined && (name !== 'pattern' || kind !== 'array'))) return []
  const found = then.field === undefined ? query.text : `${then.field} of ${query.text}`
  const remedy = kind === 'object' ? (remedies[name] ?? '') : ''
  return [`${name} ignores ${nounOf[kind]}, such as ${found}, so that nothing is checked${remedy}`]
}

const forKeys = ': to check the keys, end given with [*]~'
const remedies: Readonly<Record<string, string>> = {
  pattern: `${forKeys}, or use engine: vacuum`,
  casing: forKeys,
}

const nounOf: Readonly<Record<ValueKind, string>> = {
  string: 'text',
  number: 'numbers',
  boolean: 'true and false',
  null: 'null',
  array: 'lists',
  object: 'objects',
}
