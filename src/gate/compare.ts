import type { Definition } from '../core/model/asked.ts'
import { isPairAsked } from '../core/model/checks.ts'
import type { Cause, Comparison, NewIssue } from '../core/model/comparison.ts'
import { getPointer, identifier, isPlaced, subjectText, textIdentity } from '../core/model/identity.ts'
import type { Issue } from '../core/model/issue.ts'
import type { ComparedReport } from '../core/model/report.ts'
import type { Run } from '../core/model/run.ts'
import { identifyTarget } from '../core/model/target.ts'
import { groupBy } from '../core/text/group-by.ts'

/** A run beside an earlier one: issues of one identity are paired; one whose severity changed is new, and its earlier self not fixed. */
export function compareRuns(before: ComparedReport, after: ComparedReport): Comparison {
  const ofBefore = identifier(before.run.definitions).identifyIssue
  const ofAfter = identifier(after.run.definitions).identifyIssue
  const earlier = groupBy(before.issues, (issue) => textIdentity(ofBefore(issue)))
  const pairs = new Map<Issue, Issue>()
  const pair = (issue: Issue, fits: (other: Issue) => boolean) => {
    const same = earlier.get(textIdentity(ofAfter(issue))) ?? []
    const index = same.findIndex((other) => mayBeOneNode(other, issue) && fits(other))
    const [other] = index === -1 ? [] : same.splice(index, 1)
    if (other) pairs.set(issue, other)
  }
  for (const issue of after.issues) pair(issue, ({ severity }) => severity === issue.severity)
  for (const issue of after.issues) if (!pairs.has(issue)) pair(issue, () => true)
  const causes = createCauseFinder(before, after)
  const changed = after.issues.filter((issue) => pairs.get(issue)?.severity !== issue.severity)
  return {
    against: before.run.started,
    new_issues: changed.map((issue): NewIssue => ({ issue, ...causes(issue, pairs.get(issue)) })),
    fixed_issues: [...earlier.values()].flat(),
    unchanged_count: after.issues.length - changed.length,
  }
}

/** Two issues of one dotted path. If it fits several nodes, their positions decide; of a saved API that was not read, the text. */
function mayBeOneNode(before: Issue, after: Issue): boolean {
  if (isUnsure(before) || isUnsure(after)) return isSameStart(before, after)
  if (!isPlaced(before) || !isPlaced(after)) return identifyTarget(after).saved
  return getPointer(before) === getPointer(after)
}

function isUnsure({ ambiguous, pointer }: Issue): boolean {
  return ambiguous !== undefined && pointer === undefined
}

function isSameStart({ location: one, ...before }: Issue, { location: other, ...after }: Issue): boolean {
  if (before.line !== after.line || before.column !== after.column) return false
  return one?.start_line === other?.start_line && one?.start_char === other?.start_char
}

type Why = Omit<NewIssue, 'issue'>

/**
 * Tells why issues of `after` are not in `before`, as far as the two runs show. Of a local definition the runs keep a
 * digest: when it is the same, only the ruleset, or gov, can have changed. Of a saved API they know no more than the
 * dashboard says, which is not whether its definition or a ruleset changed.
 */
function createCauseFinder(
  before: ComparedReport,
  after: ComparedReport,
): (issue: Issue, earlier: Issue | undefined) => Why {
  const known = listTargets(before)
  const { findSubject } = identifier(after.run.definitions)
  const ran = new Set(before.rulesets.map(({ id }) => id))
  return (issue, earlier) => {
    if (earlier)
      return createWhy(
        'severity-changed',
        `the rule's severity was ${earlier.severity} and is ${issue.severity}`,
      )
    if (!known.has(subjectText(findSubject(issue))))
      return createWhy('api-added', 'the earlier run did not check this API')
    const target = identifyTarget(issue)
    if (!isPairAsked(before.run.checks, target, issue.ruleset_id))
      return createWhy('ruleset-added', 'no check of the earlier run had this ruleset for this API')
    if (!ran.has(issue.ruleset_id)) return explainNewRuleset(issue.ruleset_id, before.run, after.run)
    const [then, now] = [before, after].map(({ run }) => run.engine ?? 'the default')
    if (then !== now) return createWhy('unknown', `the engine was ${then} and is ${now}`)
    return target.saved ? unknownCause : explainInDefinition(issue, target.id, before.run, after.run)
  }
}

function listTargets({ run, issues }: ComparedReport): ReadonlySet<string> {
  const { findSubject, ofDefinition } = identifier(run.definitions)
  return new Set([
    ...run.api_ids.map((api_id) => subjectText({ api_id })),
    ...run.definitions.map((definition) => subjectText(ofDefinition(definition))),
    ...issues.map((issue) => subjectText(findSubject(issue))),
  ])
}

function explainNewRuleset(id: string, before: Run, after: Run): Why {
  if (!after.categories || !before.categories) {
    const asked = before.ruleset_ids?.includes(id) === true
    return createWhy(
      'ruleset-added',
      asked ? 'the ruleset did not run then' : 'the earlier run did not request this ruleset',
    )
  }
  const added = after.categories.filter((name) => !before.categories?.includes(name))
  return added.length > 0
    ? createWhy('ruleset-added', `the earlier run did not request category ${added.join(', ')}`)
    : createWhy('category-changed', 'the ruleset was not active in the categories then')
}

const unknownCause: Why = createWhy(
  'unknown',
  "the saved API's definition or the ruleset changed (the dashboard does not say which)",
)

function explainInDefinition(issue: Issue, file: string, before: Run, after: Run): Why {
  const [then, now] = [findDigest(before.definitions, file), findDigest(after.definitions, file)]
  if (then === undefined || now === undefined)
    return createWhy('unknown', 'one of the reports does not record the definition')
  const [oldRules, newRules] = [before, after].map((run) => run.ruleset_digests?.[issue.ruleset_id])
  const rulesChanged = oldRules !== undefined && newRules !== undefined && oldRules !== newRules
  if (then === now && issue.definition !== undefined)
    return createWhy('unknown', 'a file that the definition refers to changed, or the ruleset')
  if (then === now) {
    const rest = before.gov === after.gov ? '' : ' or gov'
    const same = `the definition is the same: the ruleset${rest} changed`
    return createWhy('ruleset-changed', rulesChanged ? 'the ruleset changed' : same)
  }
  const both = 'the definition and the ruleset changed'
  if (rulesChanged) return { causes: ['definition-changed', 'ruleset-changed'], why: both }
  const rest = oldRules !== undefined && oldRules === newRules ? '' : '; the ruleset may have changed too'
  return createWhy('definition-changed', `the definition changed${rest}`)
}

function findDigest(definitions: readonly Definition[], file: string): string | undefined {
  return definitions.find((definition) => definition.file === file)?.digest
}

function createWhy(cause: Cause, text: string): Why {
  return { causes: [cause], why: text }
}
