import { createLocator } from '../../core/document/lines.ts'
import { findDefinitionFile } from '../../core/model/identity.ts'
import type { Issue } from '../../core/model/issue.ts'
import { once, rememberPerObject } from '../../core/model/once.ts'
import { getChild, getValue } from '../../core/model/record.ts'
import { getRef, readPointer } from '../../engine/references/pointer.ts'
import type { Then } from '../../engine/rule.ts'
import type { SentDefinition } from '../definitions/bundle-definition.ts'
import { readsOtherFiles } from '../definitions/local-files.ts'
import type { CheckRequest } from '../plan/check-request.ts'
import { silenceWarnings, type World } from '../world.ts'
import { findNode, followSegments } from './find-node.ts'
import type { FixMarks } from './fix-marks.ts'
import { type FixedRule, type FixedRules, readFixedRules } from './known-rules.ts'
import { isRenamed, type Mark, type MarkedNode, markDeclared, marks, placeholderRules } from './marks.ts'

export async function createFixMarks(request: CheckRequest, world: World): Promise<FixMarks> {
  return createMarks(await readFixedRules(request, silenceWarnings(world)))
}

export function createMarks(rules: Pick<FixedRules, 'find'>): FixMarks {
  return {
    mark: (issues, source) =>
      issues.map((issue) => {
        const fixable = markIssue(issue, source, rules)
        return fixable === 'unclear' ? issue : { ...issue, fixable }
      }),
    settle: (report) => {
      const { outcome, issues } = report
      const counting = issues.filter(({ excused }) => excused === undefined)
      const isKnown = outcome.kind !== 'incomplete' && counting.some(findDefinitionFile)
      return { ...report, issues: issues.map((issue) => settleMark(issue, isKnown, rules)) }
    },
  }
}

function settleMark({ fixable, ...issue }: Issue, isKnown: boolean, rules: Pick<FixedRules, 'find'>): Issue {
  if (!isKnown || issue.excused !== undefined) return issue
  if (fixable !== undefined) return { ...issue, fixable }
  const isUnclear = findDefinitionFile(issue) !== undefined && hasFix(rules.find(issue), issue)
  return isUnclear ? issue : { ...issue, fixable: 'no' }
}

/** Not only one that leaves a text for a person. */
function hasFix({ draft, isBuiltin }: FixedRule, { rule_id }: Issue): boolean {
  const hasBuiltin = isBuiltin && !placeholderRules.has(draft?.id ?? rule_id)
  return hasBuiltin || draft?.fix !== undefined || draft?.then.some(asksForName) === true
}

function markIssue(issue: Issue, source: SentDefinition, rules: Pick<FixedRules, 'find'>): Mark {
  const rule = rules.find(issue)
  if (!hasFix(rule, issue)) return 'no'
  const { value: root } = source.document
  if (issue.file !== source.file) return 'unclear'
  const path = findNode(issue, root)
  if (path === undefined) return 'no'
  const { isAlone, isPlain, mayShare, hasCommentAt } = collectFacts(source)
  const mark = markNode(rule, issue, {
    root,
    path,
    isAlone: isAlone(),
    isPlain,
    hasComment: () => hasCommentAt(issue),
    targetOf: (at) => findTarget(root, getRef(getValue(root, at))),
  })
  return mark !== 'no' && mayShare() ? 'unclear' : mark
}

/** A fix that the ruleset declares comes first. */
function markNode({ draft, isBuiltin }: FixedRule, { rule_id }: Issue, node: MarkedNode): Mark {
  const declared = draft?.fix ? markDeclared(draft.fix, node) : 'no'
  if (declared !== 'no') return declared
  if (!draft?.fix && draft?.then.some(asksForName) && isRenamed(node.path)) return 'unclear'
  return (isBuiltin && marks[draft?.id ?? rule_id]?.(node)) || 'no'
}

/** What a rule that asks for a case finds, `gov fix` may rename. */
function asksForName({ function: { name }, written }: Then): boolean {
  return name === 'casing' || (name === 'pattern' && typeof getChild(written, 'match') === 'string')
}

function findTarget(root: unknown, ref: string | undefined): unknown {
  const segments = ref === undefined ? undefined : readPointer(ref)
  const path = segments && followSegments(root, segments)
  return path?.length === segments?.length ? path && getValue(root, path) : undefined
}

/** The facts of a definition that marks depend on; each is found when a rule asks. */
const collectFacts = rememberPerObject(({ document, format }: SentDefinition) => {
  const { text, value, parsed } = document
  const comments = once(() => {
    const locate = createLocator(text)
    const found = format === 'json' ? [] : [...text.matchAll(/(?:^|\s)#/g)]
    return new Set(found.map(({ index }) => locate({ start: index + 1, end: index + 1 }).start_line))
  })
  return {
    isAlone: once(() => !readsOtherFiles(value)),
    isPlain: once(() => !/unevaluated|\$schema|jsonSchemaDialect/.test(text)),
    /** An alias may stand for a part of the value. */
    mayShare: once(() => format === 'yaml' && parsed.isSimple !== true && /(?:^|[\s,[{])\*[\w-]/.test(text)),
    hasCommentAt: ({ line = 1, location }: Issue) => {
      const { start_line: start = line, end_line: end = line } = location ?? {}
      for (let at = Math.min(line, start) - 1; at <= end; at++) if (comments().has(at)) return true
      return false
    },
  }
})
