import type { Path } from '../core/model/location.ts'
import { once } from '../core/model/once.ts'
import type { SourceDocument } from '../core/model/source-document.ts'
import { EngineError, FunctionError, nameFailingRules, toEngineError } from './engine-error.ts'
import { createIssueLists, type IssueList } from './issues.ts'
import type { Query } from './jsonpath/query.ts'
import { compile } from './matching/compile.ts'
import { select } from './matching/select.ts'
import { type FindTargets, readField } from './matching/targets.ts'
import { createRootNode, getNodePath } from './matching/visited-node.ts'
import { type OnMatch, walk } from './matching/walk.ts'
import type { WholeDocument } from './openapi/document.ts'
import { findDocumentIssues } from './openapi/document-issues.ts'
import { findPart, noFiles, splitFile } from './openapi/files.ts'
import { detectFormats } from './openapi/formats.ts'
import { createRefs, createUnresolvedRefs, type Refs } from './openapi/resolved-view.ts'
import { addReferenceIssues } from './openapi/vacuum-references.ts'
import {
  applyExceptions,
  chooseFileRuleset,
  createFindSeverity,
  type DocumentOrigin,
  type FindSeverity,
} from './origin.ts'
import { createProgress, type EvaluationProgress, listRulesAtNode } from './progress.ts'
import type { EngineIssue, FunctionContext, Rule, Ruleset } from './rule.ts'
import { bindCheck, type Check } from './run-check.ts'

/**
 * Lists the document's own problems, then every hit of every rule, in the rules' order, then the document's; equal hits
 * once. Rules for other formats are left out. The same input gives the same output. Throws EngineError, which names the
 * rule, for whatever keeps one from being evaluated in full: a function's throw, a limit of number; and an Error for a
 * ruleset with overrides and a document without a name. `onMatch` is called for each node that the `given` of a rule
 * leads to, `onUnchecked` for each rule with a function that ignored all values that it was given, and for each that was
 * given nothing at all. `onFailure` is called for each rule that its own function in JavaScript fails; its issues are left
 * out, and the other rules run.
 */
export function evaluate(
  document: SourceDocument,
  ruleset: Ruleset,
  origin: DocumentOrigin = {},
  { onMatch, onUnchecked, onTurnedOff, onFailure, progress = createProgress() }: Observers = {},
): EngineIssue[] {
  const { name, files = noFiles } = origin
  const issuesOf = createIssueLists(document, files)
  const prepared = listApplicableRules(document, ruleset, origin).map((rule) => prepare(rule, issuesOf(rule)))
  const engine = prepared.find(({ rule }) => rule.engine)?.rule.engine
  const locate = (path: Path) => {
    const { name: file, path: own } = splitFile(path, files)
    return findPart(file, document, files).locate(own)
  }
  const failed = new Set<Rule>()
  const fail = (rule: Rule, error: Error) => {
    if (!onFailure) throw error
    if (!failed.has(rule)) onFailure(error)
    failed.add(rule)
  }
  for (const { rule } of prepared) for (const { function: named } of rule.then) named.begin?.()
  for (const { rule } of prepared) requireFunctions(rule, fail)
  const root = document.value
  const findSeverity = createFindSeverity(name, ruleset)
  const evaluation = { root, files, onMatch, progress, locate, document, failed, fail, findSeverity }
  const seeing = (resolved: boolean) => prepared.filter(({ rule }) => rule.resolved === resolved)
  const readRefs = once(() => createRefs(root, files, engine))
  run(seeing(true), readRefs, evaluation)
  run(seeing(false), () => createUnresolvedRefs(root, files), evaluation)
  const found = prepared.flatMap((preparedRule) =>
    failed.has(preparedRule.rule) ? [] : preparedRule.issues.inOrder(),
  )
  const issues = applyExceptions(found, findSeverity, onTurnedOff)
  const reporting = new Set(findSeverity && issues.map(({ rule }) => rule.id))
  for (const { rule, checks } of prepared) {
    const why = explainUnchecked(checks)
    if (why !== undefined && (why !== 'off' || !reporting.has(rule.id))) onUnchecked?.(rule, why)
  }
  const { parserOptions } = chooseFileRuleset(name, ruleset)
  const ofDocument = findDocumentIssues(document, files, parserOptions, readRefs)
  const all = engine === 'vacuum' ? addReferenceIssues(ofDocument, document, files) : ofDocument
  return [...all, ...issues]
}

export interface Observers {
  readonly onMatch?: ((rule: Rule) => void) | undefined
  readonly onUnchecked?: ((rule: Rule, why: UncheckedReason) => void) | undefined
  /** Called for each issue that an exception turns off, with the place of its entry of `overrides`. */
  readonly onTurnedOff?: ((place: string) => void) | undefined
  /** Absent: such a failure is thrown. */
  readonly onFailure?: ((error: Error) => void) | undefined
  /** Kept up to date with what the evaluation is doing. */
  readonly progress?: EvaluationProgress | undefined
}

/**
 * `missing`: its `given` finds nothing, or only what lacks its `field`, and its function ignores what is absent. `off`: overrides
 * turn it off wherever it finds something, and it has no issue elsewhere.
 */
export type UncheckedReason = 'ignored' | 'missing' | 'off'

/** The rules that are meant for documents of this format. When there is none, the ruleset says nothing of it. */
export function listApplicableRules(
  document: SourceDocument,
  ruleset: Ruleset,
  { name }: DocumentOrigin = {},
): Rule[] {
  const formats = detectFormats(document.value)
  return chooseFileRuleset(name, ruleset).rules.filter(
    (rule) => !rule.formats || rule.formats.some((format) => formats.has(format)),
  )
}

/** A rule whose function could not be loaded fails, whether it matches anything or not. */
function requireFunctions(rule: Rule, fail: EngineEvaluation['fail']): void {
  for (const { function: named } of rule.then) {
    const reason = named.unavailable?.()
    if (reason !== undefined) fail(rule, new EngineError([rule.id], undefined, reason))
  }
}

interface Prepared {
  readonly rule: Rule
  readonly checks: readonly Check[]
  readonly issues: IssueList
}

function prepare(rule: Rule, issues: IssueList): Prepared {
  const checks = rule.then.map((then) => ({
    then,
    findTargets:
      then.field === undefined || then.function.readsField ? undefined : compileField(then.field, rule),
    given: { checked: false, ignored: false, off: false },
  }))
  return { rule, checks, issues }
}

function explainUnchecked(checks: readonly Check[]): UncheckedReason | undefined {
  const isChecked = checks.some(({ given }) => given.checked)
  if (!isChecked && checks.some(({ given }) => given.off)) return 'off'
  if (checks.some(({ given }) => given.ignored && !given.checked)) return 'ignored'
  return isChecked ? undefined : 'missing'
}

function compileField(field: string, rule: Rule): FindTargets {
  return nameFailingRules(
    () => [rule.id],
    () => readField(field),
  )
}

/** A query, and the rules whose `given` it is. */
interface QueryUse {
  readonly query: Query
  readonly rules: Set<Prepared>
  /** A shared node concerns its rules once for each way that leads to it. */
  readonly byRoute: boolean
}

function listUserRules({ rules }: QueryUse): Rule[] {
  return [...rules].map(({ rule }) => rule)
}

interface EngineEvaluation extends WholeDocument {
  readonly onMatch: Observers['onMatch']
  readonly progress: EvaluationProgress
  readonly locate: FunctionContext['locate']
  readonly document: SourceDocument
  readonly failed: ReadonlySet<Rule>
  readonly findSeverity: FindSeverity | undefined
  readonly fail: (rule: Rule, error: Error) => void
}

/** Runs rules that see the document through the same references: one plan, one walk. */
function run(rules: readonly Prepared[], readRefs: () => Refs, evaluation: EngineEvaluation): void {
  const users = listUsers(rules)
  if (users.length === 0) return
  const refs = readRefs()
  const { root, progress } = evaluation
  const plan = compile(
    users.map(({ query }) => query),
    progress,
    new Set(users.flatMap(({ byRoute }, index) => (byRoute ? [index] : []))),
  )
  const onMatch = createOnMatch(users, refs, evaluation)
  const running = () => listRulesAtNode(progress, users.flatMap(listUserRules)).map(({ id }) => id)
  const atReferences = rules.some(({ rule }) => rule.engine === 'vacuum')
  nameFailingRules(running, () => walk(root, refs, plan, onMatch, atReferences))
  for (const [index, user] of users.entries()) {
    if (!plan.apart.includes(index)) continue
    progress.rules = listUserRules(user)
    nameFailingRules(running, () => {
      for (const { spot, value } of select(user.query, createRootNode(root, refs), refs))
        onMatch(index, value, spot)
    })
    progress.rules = []
  }
}

function listUsers(rules: readonly Prepared[]): QueryUse[] {
  const users = new Map<string, QueryUse>()
  for (const prepared of rules) {
    const byRoute = prepared.rule.then.some((then) => then.function.asksRoute)
    for (const query of prepared.rule.given) {
      const key = `${byRoute} ${query.text}`
      const user = users.get(key)
      if (user) user.rules.add(prepared)
      else users.set(key, { query, rules: new Set([prepared]), byRoute })
    }
  }
  return [...users.values()]
}

function createOnMatch(users: readonly QueryUse[], refs: Refs, evaluation: EngineEvaluation): OnMatch {
  const { progress, failed, fail } = evaluation
  const bind = ({ rule, checks, issues }: Prepared) => ({
    rule,
    alone: [rule],
    runs: checks.map((check) => bindCheck(check, { ...evaluation, rule, refs, issues })),
  })
  const bound = users.map(({ rules }) => [...rules].map(bind))
  // Called for hundreds of thousands of nodes: no iterator and no list is made for each.
  return (query, value, spot) => {
    progress.spot = spot
    const users = bound[query] ?? none
    for (let index = 0; index < users.length; index++) {
      const user = users[index]
      if (!user || failed.has(user.rule)) continue
      progress.rules = user.alone
      evaluation.onMatch?.(user.rule)
      try {
        for (let step = 0; step < user.runs.length; step++) user.runs[step]?.(value, spot)
      } catch (error) {
        const named = toEngineError([user.rule.id], error, getNodePath(spot))
        if (!(error instanceof FunctionError)) throw named
        fail(user.rule, named)
      }
    }
    progress.rules = none
    progress.spot = undefined
  }
}

const none: readonly never[] = []
