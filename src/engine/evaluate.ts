import type { SourceDocument } from '../document/document.ts'
import { type Checkpoint, counted } from './checkpoint.ts'
import { compile } from './compile.ts'
import { documentIssues } from './document-issues.ts'
import { naming, namingRules } from './engine-error.ts'
import { formatsOf } from './formats.ts'
import { type IssueList, issueLists } from './issues.ts'
import type { Query } from './jsonpath/query.ts'
import { type Origin, rulesetFor, withExceptions } from './origin.ts'
import { PatternError } from './pattern.ts'
import { noFiles, type ReferencedFiles } from './referenced-files.ts'
import { createRefs, type Refs, withoutRefs } from './refs.ts'
import type { EngineIssue, Rule, Ruleset } from './rule.ts'
import { bindCheck, type Check } from './run-check.ts'
import { select } from './select.ts'
import { pathOf, rootSpot } from './spot.ts'
import { type FindTargets, readField } from './targets.ts'
import { type OnMatch, walk } from './walk.ts'

/**
 * What is wrong with the document itself, then every hit of every rule on it, in the rules' order, then the
 * document's; equal hits once. Rules for other formats are left out. The same input gives the same output. Throws
 * EngineError, which names the rule, for whatever keeps one from being evaluated in full: a function's throw, a limit
 * of time or number; and an Error for a ruleset with overrides and a document without a name. What `checkpoint` throws
 * is such a limit, too, unless it is a GovError, which goes through as it is.
 * `onMatch` is told of each node that the `given` of a rule leads to.
 */
export function evaluate(
  document: SourceDocument,
  ruleset: Ruleset,
  origin: Origin = {},
  checkpoint?: Checkpoint,
  onMatch?: (rule: Rule) => void,
): EngineIssue[] {
  const { name, files = noFiles } = origin
  const { exceptions } = rulesetFor(name, ruleset)
  const issuesOf = issueLists(document, files)
  const prepared = applicableRules(document, ruleset, origin).map((rule) =>
    prepare(files, rule, issuesOf(rule)),
  )
  const isResolved = ({ rule }: Prepared) => rule.resolved
  const resolve = (root: unknown) => createRefs(root, files)
  const pass = counted(checkpoint)
  run(document.value, resolve, prepared.filter(isResolved), pass, onMatch)
  run(
    document.value,
    withoutRefs,
    prepared.filter((each) => !isResolved(each)),
    pass,
    onMatch,
  )
  const issues = prepared.flatMap((each) => each.issues.inOrder())
  return [...documentIssues(document, files), ...withExceptions(issues, exceptions)]
}

/** The rules that are meant for documents of this format. When there is none, the ruleset says nothing of it. */
export function applicableRules(document: SourceDocument, ruleset: Ruleset, { name }: Origin = {}): Rule[] {
  const formats = formatsOf(document.value)
  return rulesetFor(name, ruleset).rules.filter(
    (rule) => !rule.formats || rule.formats.some((format) => formats.has(format)),
  )
}

interface Prepared {
  readonly rule: Rule
  readonly checks: readonly Check[]
  readonly issues: IssueList
  readonly files: ReferencedFiles
}

function prepare(files: ReferencedFiles, rule: Rule, issues: IssueList): Prepared {
  return {
    rule,
    checks: rule.then.map((then) => ({
      then,
      findTargets: then.field === undefined ? undefined : fieldOf(then.field, rule),
    })),
    issues,
    files,
  }
}

function fieldOf(field: string, rule: Rule): FindTargets {
  return namingRules(
    () => [rule.id],
    () => readField(field),
  )
}

/** A query, and the rules whose `given` it is. */
interface User {
  readonly query: Query
  readonly rules: Set<Prepared>
}

function idsOf({ rules }: User): string[] {
  return [...rules].map(({ rule }) => rule.id)
}

/** Of filters, which are asked for all rules together, patterns are all that can throw. */
function mayHaveThrown(query: Query, error: unknown): boolean {
  return !(error instanceof PatternError) || query.text.includes(error.pattern)
}

/** Runs rules that see the document through the same references: one plan, one walk. */
function run(
  root: unknown,
  readRefs: (root: unknown) => Refs,
  rules: readonly Prepared[],
  pass: Checkpoint,
  tell: ((rule: Rule) => void) | undefined,
): void {
  const users = usersOf(rules)
  if (users.length === 0) return
  const refs = readRefs(root)
  const plan = compile(users.map(({ query }) => query))
  const onMatch = createOnMatch(users, { root, refs, pass, tell })
  namingRules(
    (error) => users.filter(({ query }) => mayHaveThrown(query, error)).flatMap(idsOf),
    () => walk(root, refs, plan, onMatch, pass),
  )
  for (const index of plan.apart) {
    const user = users[index]
    namingRules(
      () => (user ? idsOf(user) : []),
      () => {
        pass()
        runApart(index, plan.queries, root, refs, onMatch)
      },
    )
  }
}

function usersOf(rules: readonly Prepared[]): User[] {
  const users = new Map<string, User>()
  for (const prepared of rules) {
    for (const query of prepared.rule.given) {
      const user = users.get(query.text)
      if (user) user.rules.add(prepared)
      else users.set(query.text, { query, rules: new Set([prepared]) })
    }
  }
  return [...users.values()]
}

interface Running {
  readonly root: unknown
  readonly refs: Refs
  readonly pass: Checkpoint
  readonly tell: ((rule: Rule) => void) | undefined
}

function createOnMatch(users: readonly User[], { root, refs, pass, tell }: Running): OnMatch {
  const bind = ({ rule, checks, issues, files }: Prepared) => ({
    rule,
    runs: checks.map((check) => bindCheck(check, { root, files, refs, issues, pass })),
  })
  const bound = users.map(({ rules }) => [...rules].map(bind))
  return (query, value, spot) => {
    for (const { rule, runs } of bound[query] ?? []) {
      tell?.(rule)
      try {
        for (const run of runs) run(value, spot)
      } catch (error) {
        throw naming([rule.id], error, pathOf(spot))
      }
    }
  }
}

function runApart(
  index: number,
  queries: readonly Query[],
  root: unknown,
  refs: Refs,
  onMatch: OnMatch,
): void {
  const query = queries[index]
  if (!query) return
  for (const { spot, value } of select(query, rootSpot(root, refs), refs)) onMatch(index, value, spot)
}
