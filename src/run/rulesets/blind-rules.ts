import type { Query } from '../../engine/jsonpath/query.ts'
import type { Then, ValueKind } from '../../engine/rule.ts'
import { findIgnored } from '../../engine/ruleset/ignored-values.ts'
import type { Drafts } from '../../engine/ruleset/load-ruleset.ts'
import type { RuleDraft } from '../../engine/ruleset/rule-draft.ts'
import type { RulesetProblem } from '../../engine/ruleset/ruleset-error.ts'
import { findUnknownField } from '../../engine/ruleset/unknown-field.ts'
import { unknownKeywords } from '../../engine/ruleset/unknown-keyword.ts'
import { findUnknownName, type UnknownName } from '../../engine/ruleset/unknown-names.ts'
import type { Path } from '../../model/location.ts'
import { isRecord } from '../../model/record.ts'

/** Rules of the file that look where no OpenAPI document has anything, or only what their functions do not check: they would pass everything. */
export function blindRules(
  { rules, locate }: Drafts,
  file: string,
  target: 'dashboard' | undefined,
): readonly RulesetProblem[] {
  return [...rules.values()].flatMap((rule) => {
    if (rule.givenBy !== file) return []
    return reasonsOf(rule, target).map(({ key, path = [key], reason }) => {
      const { start_line: line, start_char: column } = locate(['rules', rule.id, ...path])
      return { file, line, column, rule: rule.id, key, reason }
    })
  })
}

interface Reason extends Pick<RulesetProblem, 'key' | 'reason'> {
  /** Below the rule; absent: its key. */
  readonly path?: Path | undefined
}

function reasonsOf(
  { given, then, enabled, off, formats }: RuleDraft,
  target: 'dashboard' | undefined,
): readonly Reason[] {
  const queries = new Map(given.flatMap((each) => each.queries).map((query) => [query.text, query]))
  const checks = enabled && !off ? then : []
  const isForOpenApi = formats?.length !== 0
  const pathTo = (index: number): Path => (then.length === 1 ? ['then'] : ['then', index])
  const ofQueries = [...queries.values()].flatMap((query) => [
    ...unknownName(findUnknownName(query), query, 'given'),
    ...checks.flatMap((each) => ignored(query, each, target)),
    ...(isForOpenApi ? checks : []).flatMap((each, index) =>
      unknownName(findUnknownField(query, each), query, 'then.field', [...pathTo(index), 'field']),
    ),
  ])
  return [...ofQueries, ...checks.flatMap((each, index) => misspeltKeywords(each, pathTo(index)))]
}

function misspeltKeywords({ function: { name }, written }: Then, at: Path): readonly Reason[] {
  if (name !== 'schema' || !isRecord(written)) return []
  return unknownKeywords(written.schema).map(({ name: found, meant, path }) => ({
    key: 'then.functionOptions.schema',
    path: [...at, 'functionOptions', 'schema', ...path],
    reason: `unknown keyword "${found}"; did you mean "${meant}"?`,
  }))
}

function unknownName(
  unknown: UnknownName | undefined,
  { text }: Query,
  key: string,
  path?: Path,
): readonly Reason[] {
  if (unknown === undefined) return []
  const question = unknown.meant === undefined ? '' : `; did you mean "${unknown.meant}"?`
  return [{ key, reason: `no OpenAPI version has "${unknown.name}" where ${text} looks${question}`, path }]
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
