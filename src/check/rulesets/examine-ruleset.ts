import { groupBy } from '../../core/text/group-by.ts'
import { readDrafts } from '../../engine/load-ruleset.ts'
import { isOn, type ParsedRule } from '../../engine/ruleset/parsed-rule.ts'
import { describeProblemPlace, type RulesetProblem } from '../../engine/ruleset/ruleset-source.ts'
import { withLoadingLimit } from '../../sandbox/evaluation/limits.ts'
import type { Sources } from '../sources/sources.ts'
import { openRulesetSource } from './ruleset-source.ts'

/** The rules of a ruleset that are on, by what becomes of them. Each rule is in one list. */
export interface RulesetFacts {
  readonly file: string
  readonly extends: readonly string[]
  readonly as_is: readonly string[]
  /** Grouped by the function, in JavaScript, that they use. */
  readonly sandboxed: readonly RuleGroup[]
  /** Grouped by the packages that their functions name and that are not there: a rule fails where it uses one. */
  readonly may_fail: readonly RuleGroup[]
  /** Written for documents that are never checked here. */
  readonly other_documents: readonly string[]
  /** Grouped by the reason. A check of the whole ruleset fails. */
  readonly failing: readonly RuleGroup[]
  /** Problems of the ruleset that belong to none of its rules. */
  readonly problems: readonly string[]
  readonly warnings: readonly string[]
}

export interface RuleGroup {
  readonly what: string
  readonly rules: readonly string[]
}

export function countGroupedRules(groups: readonly RuleGroup[]): number {
  return new Set(groups.flatMap(({ rules }) => rules)).size
}

/** Reads a ruleset and what it extends. Throws GovError, usage, for a file that cannot be read. */
export async function examineRuleset(file: string, sources: Sources): Promise<RulesetFacts> {
  const { source, read } = await openRulesetSource(file, sources, false)
  const warnings: string[] = []
  const warn = ({ file, line, reason }: RulesetProblem) => warnings.push(`${file}:${line}: ${reason}`)
  const { drafts, problems } = await readDrafts(source, { read, warn, bounded: withLoadingLimit })
  const faulty = new Set(problems.map(({ rule }) => rule))
  const on = [...drafts.rules.values()].filter((rule) => isOn(rule) && !faulty.has(rule.id))
  const kinds = groupBy(on, classifyRule)
  // A name that no rule has cannot be turned off either.
  const isOfRule = ({ rule }: RulesetProblem) => rule !== undefined && drafts.rules.has(rule)
  const listOfKind = (kind: RuleKind) => kinds.get(kind) ?? []
  const stopped = listOfKind('failing').map(
    (rule): ProblemReason => ({ rule: rule.id, reason: describeLack(rule) ?? '' }),
  )
  return {
    file,
    extends: drafts.extensions.map(({ reference, mode }) => (mode ? `${reference} (${mode})` : reference)),
    as_is: listOfKind('as_is').map(({ id }) => id),
    sandboxed: groupByReason(
      listOfKind('sandboxed').map((rule) => ({ rule: rule.id, reason: nameCode(rule) })),
    ),
    may_fail: groupByReason(
      listOfKind('may_fail').map((rule) => ({ rule: rule.id, reason: listPackages(rule) })),
    ),
    other_documents: listOfKind('other_documents').map(({ id }) => id),
    failing: groupByReason([...problems.filter(isOfRule).flatMap(describeProblem), ...stopped]),
    problems: problems.filter((problem) => !isOfRule(problem)).map(problemText),
    warnings: [...new Set(warnings)],
  }
}

type RuleKind = 'as_is' | 'sandboxed' | 'may_fail' | 'other_documents' | 'failing'

function classifyRule(rule: ParsedRule): RuleKind {
  if (describeLack(rule) !== undefined) return 'failing'
  if (rule.formats?.length === 0) return 'other_documents'
  if (listPackages(rule) !== '') return 'may_fail'
  return nameCode(rule) === '' ? 'as_is' : 'sandboxed'
}

function listPackages({ then }: ParsedRule): string {
  return [...new Set(then.flatMap((each) => each.function.lacks ?? []))].join(', ')
}

function describeLack({ then }: ParsedRule): string | undefined {
  return then.map((each) => each.function.unavailable?.()).find((reason) => reason !== undefined)
}

function nameCode({ then }: ParsedRule): string {
  const names = then.filter((each) => each.function.isSandboxed).map((each) => each.function.name)
  return [...new Set(names)].join(', ')
}

interface ProblemReason {
  readonly rule: string
  readonly reason: string
}

function describeProblem({ rule, key, reason }: RulesetProblem): ProblemReason[] {
  return rule === undefined ? [] : [{ rule, reason: key === '' ? reason : `"${key}": ${reason}` }]
}

function problemText(problem: RulesetProblem): string {
  return `${problem.file}:${problem.line}: ${describeProblemPlace(problem)}`
}

function groupByReason(reasons: readonly ProblemReason[]): RuleGroup[] {
  return [...groupBy(reasons, ({ reason }) => reason)].map(([what, all]) => ({
    what,
    rules: [...new Set(all.map(({ rule }) => rule))],
  }))
}
