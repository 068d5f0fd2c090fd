import type { Query } from '../../engine/jsonpath/query.ts'
import type { Then, ValueKind } from '../../engine/rule.ts'
import { findIgnored } from '../../engine/ruleset/ignored-values.ts'
import type { Drafts } from '../../engine/ruleset/load-ruleset.ts'
import type { RuleDraft } from '../../engine/ruleset/rule-draft.ts'
import type { RulesetProblem } from '../../engine/ruleset/ruleset-error.ts'
import { findUnknownField } from '../../engine/ruleset/unknown-field.ts'
import { findUnknownName, type UnknownName } from '../../engine/ruleset/unknown-names.ts'

/** Rules of the file that look where no OpenAPI document has anything, or only what their functions do not check: they would pass everything. */
export function blindRules(
  { rules, locate }: Drafts,
  file: string,
  target: 'dashboard' | undefined,
): readonly RulesetProblem[] {
  return [...rules.values()].flatMap((rule) => {
    if (rule.givenBy !== file) return []
    return reasonsOf(rule, target).map(({ key, reason }) => {
      const { start_line: line, start_char: column } = locate(['rules', rule.id, ...key.split('.')])
      return { file, line, column, rule: rule.id, key, reason }
    })
  })
}

type Reason = Pick<Required<RulesetProblem>, 'key' | 'reason'>

function reasonsOf(
  { given, then, enabled, off, formats }: RuleDraft,
  target: 'dashboard' | undefined,
): readonly Reason[] {
  const queries = new Map(given.flatMap((each) => each.queries).map((query) => [query.text, query]))
  const checks = enabled && !off ? then : []
  const isForOpenApi = formats?.length !== 0
  return [...queries.values()].flatMap((query) => [
    ...unknownName(findUnknownName(query), query, 'given'),
    ...checks.flatMap((each) => ignored(query, each, target)),
    ...(isForOpenApi ? checks : []).flatMap((each) =>
      unknownName(findUnknownField(query, each), query, 'then.field'),
    ),
  ])
}

function unknownName(unknown: UnknownName | undefined, { text }: Query, key: string): readonly Reason[] {
  if (unknown === undefined) return []
  const question = unknown.meant === undefined ? '' : `; did you mean "${unknown.meant}"?`
  return [{ key, reason: `no OpenAPI version has "${unknown.name}" where ${text} looks${question}` }]
}

/** Functions of a dashboard check whatever they are given, but for patterns at lists. */
function ignored(query: Query, then: Then, target: 'dashboard' | undefined): readonly Reason[] {
  const kind = findIgnored(query, then)
  const { name } = then.function
  if (kind === undefined || (target !== undefined && (name !== 'pattern' || kind !== 'array'))) return []
  const found = then.field === undefined ? query.text : `${then.field} of ${query.text}`
  const remedy = kind === 'object' ? (remedies[name] ?? '') : ''
  const reason = `${name} ignores ${nounOf[kind]}, such as ${found}, so that nothing is checked${remedy}`
  return [{ key: 'given', reason }]
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
