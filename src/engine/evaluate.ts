import type { SourceDocument } from '../document.ts'
import { type Checkpoint, counted } from './checkpoint.ts'
import { compile } from './compile.ts'
import { documentIssues } from './document-issues.ts'
import { namingRules } from './engine-error.ts'
import { formatsOf } from './formats.ts'
import { createIssueList, type IssueList } from './issues.ts'
import type { Query } from './jsonpath/query.ts'
import { type Origin, rulesetFor, withExceptions } from './origin.ts'
import { PatternError } from './pattern.ts'
import { noFiles, type ReferencedFiles } from './referenced-files.ts'
import { createRefs, type Refs, type Source, withoutRefs } from './refs.ts'
import type { EngineIssue, FunctionContext, Rule, Ruleset, Then, WholeDocument } from './rule.ts'
import { select } from './select.ts'
import { isDirect, pathOf, rootSpot, type Spot } from './spot.ts'
import { type FindTargets, readField, type Target } from './targets.ts'
import { walk } from './walk.ts'

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
  const prepared = applicableRules(document, ruleset, origin).map((rule) => prepare(document, files, rule))
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

interface Check {
  readonly then: Then
  readonly findTargets: FindTargets
}

function prepare(document: SourceDocument, files: ReferencedFiles, rule: Rule): Prepared {
  return {
    rule,
    checks: rule.then.map((then) => ({ then, findTargets: fieldOf(then, rule) })),
    issues: createIssueList(document, files, rule),
    files,
  }
}

function fieldOf({ field }: Then, rule: Rule): FindTargets {
  return namingRules(
    () => [rule.id],
    noPath,
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

function noPath(): undefined {}

/** Runs rules that see the document through the same references: one plan, one walk. */
function run(
  root: unknown,
  readRefs: (root: unknown) => Refs,
  rules: readonly Prepared[],
  pass: Checkpoint,
  tell: ((rule: Rule) => void) | undefined,
): void {
  const users = new Map<string, User>()
  for (const prepared of rules) {
    for (const query of prepared.rule.given) {
      const user = users.get(query.text)
      if (user) user.rules.add(prepared)
      else users.set(query.text, { query, rules: new Set([prepared]) })
    }
  }
  if (users.size === 0) return
  const refs = readRefs(root)
  const listed = [...users.values()]
  const plan = compile(listed.map(({ query }) => query))
  const onMatch = (query: number, value: unknown, spot: Spot) => {
    for (const prepared of listed[query]?.rules ?? []) {
      tell?.(prepared.rule)
      const path = () => pathOf(spot)
      namingRules(
        () => [prepared.rule.id],
        path,
        () => check(prepared, root, refs, value, spot, pass),
      )
    }
  }
  namingRules(
    (error) => listed.filter(({ query }) => mayHaveThrown(query, error)).flatMap(idsOf),
    noPath,
    () => walk(root, refs, plan, onMatch, pass),
  )
  for (const index of plan.apart) {
    const user = listed[index]
    const run = () => {
      pass()
      runApart(index, plan.queries, root, refs, onMatch)
    }
    namingRules(() => (user ? idsOf(user) : []), noPath, run)
  }
}

function runApart(
  index: number,
  queries: readonly Query[],
  root: unknown,
  refs: Refs,
  onMatch: (query: number, value: unknown, spot: Spot) => void,
): void {
  const query = queries[index]
  if (!query) return
  for (const { spot, value } of select(query, rootSpot(root, refs), refs)) onMatch(index, value, spot)
}

function check(
  prepared: Prepared,
  root: unknown,
  refs: Refs,
  value: unknown,
  spot: Spot,
  pass: Checkpoint,
): void {
  for (const { then, findTargets } of prepared.checks) {
    for (const target of findTargets(value, refs)) {
      pass()
      const source = once(() => sourceOf(spot, target, refs))
      const context = createContext(then, { root, files: prepared.files }, refs, source)
      for (const result of then.function.run(target.value, then.options, context)) {
        prepared.issues.add(result, (path) => (path ? refs.source(path, isDirect(spot)) : source()))
      }
    }
  }
}

function sourceOf(spot: Spot, target: Target, refs: Refs): Source {
  const path = pathOf(spot)
  if (target.below.length === 0) return { found: path, missing: [] }
  return refs.source([...path, ...target.below], isDirect(spot))
}

/** Most calls find nothing, and of most of those nobody asks the path: it is made when it is first looked at. */
function createContext(
  then: Then,
  document: WholeDocument,
  refs: Refs,
  source: () => Source,
): FunctionContext {
  return {
    get path() {
      const { found, missing } = source()
      return missing.length === 0 ? found : [...found, ...missing]
    },
    ...document,
    deref: refs.deref,
    view: refs.view,
    property: then.field,
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
