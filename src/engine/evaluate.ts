import type { SourceDocument } from '../document.ts'
import { compile } from './compile.ts'
import { formatsOf } from './formats.ts'
import { createIssueList, type IssueList } from './issues.ts'
import type { Query } from './jsonpath/query.ts'
import { createRefs, type Refs, type Source, withoutRefs } from './refs.ts'
import type { EngineIssue, FunctionContext, Rule, Ruleset, Then } from './rule.ts'
import { select } from './select.ts'
import { isDirect, pathOf, rootSpot, type Spot } from './spot.ts'
import { type FindTargets, readField, type Target } from './targets.ts'
import { walk } from './walk.ts'

/**
 * Every hit of every rule on the document, in the rules' order, then the document's; equal hits once. Rules for other
 * formats are left out. The same input gives the same output. Throws what a function throws, and JsonPathError for
 * the `field` of a `then`.
 */
export function evaluate(document: SourceDocument, ruleset: Ruleset): EngineIssue[] {
  const prepared = applicableRules(document, ruleset).map((rule) => prepare(document, rule))
  const isResolved = ({ rule }: Prepared) => rule.resolved
  run(document.value, createRefs, prepared.filter(isResolved))
  run(
    document.value,
    withoutRefs,
    prepared.filter((each) => !isResolved(each)),
  )
  return prepared.flatMap(({ issues }) => issues.inOrder())
}

/** The rules that are meant for documents of this format. When there is none, the ruleset says nothing of it. */
export function applicableRules(document: SourceDocument, ruleset: Ruleset): Rule[] {
  const formats = formatsOf(document.value)
  return ruleset.rules.filter((rule) => !rule.formats || rule.formats.some((format) => formats.has(format)))
}

interface Prepared {
  readonly rule: Rule
  readonly checks: readonly Check[]
  readonly issues: IssueList
}

interface Check {
  readonly then: Then
  readonly findTargets: FindTargets
}

function prepare(document: SourceDocument, rule: Rule): Prepared {
  return {
    rule,
    checks: rule.then.map((then) => ({ then, findTargets: readField(then.field) })),
    issues: createIssueList(document, rule),
  }
}

/** Runs rules that see the document through the same references: one plan, one walk. */
function run(root: unknown, readRefs: (root: unknown) => Refs, rules: readonly Prepared[]): void {
  const users = new Map<string, { query: Query; rules: Set<Prepared> }>()
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
    for (const prepared of listed[query]?.rules ?? []) check(prepared, root, refs, value, spot)
  }
  walk(root, refs, plan, onMatch)
  for (const query of plan.apart) runApart(query, plan.queries, root, refs, onMatch)
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

function check(prepared: Prepared, root: unknown, refs: Refs, value: unknown, spot: Spot): void {
  for (const { then, findTargets } of prepared.checks) {
    for (const target of findTargets(value, refs)) {
      const source = once(() => sourceOf(spot, target, refs))
      const context = createContext(then, root, refs, source)
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
function createContext(then: Then, root: unknown, refs: Refs, source: () => Source): FunctionContext {
  return {
    get path() {
      const { found, missing } = source()
      return missing.length === 0 ? found : [...found, ...missing]
    },
    root,
    deref: refs.deref,
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
