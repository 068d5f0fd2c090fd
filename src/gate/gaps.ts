import type { Policy } from '../model/policy.ts'
import type { Answer } from './answer.ts'
import { evaluatedApis, unevaluatedIds } from './evaluated.ts'
import { forestOf } from './forest.ts'
import type { EvaluationRequest } from './plan.ts'
import { type Unrun, unrunOf } from './selected.ts'
import { halve } from './split.ts'

/** Something that was asked for and that the answers do not show to be done. */
export interface Gap {
  /** `unevaluated` can be accepted by policy; what was cut or failed cannot. */
  readonly kind: 'cut' | 'failed' | 'unevaluated'
  readonly message: string
  /** The rulesets or categories that ran on none of the saved APIs. */
  readonly unrun?: readonly string[] | undefined
}

/**
 * What keeps the answers from being a complete evaluation of their requests; empty when they are one. No answer may be
 * cut or have failed in part. Every ruleset and category must have run on at least one of the saved APIs, and on every
 * definition; every saved API must have been evaluated. What two categories both ask for is told once.
 */
export function findGaps(answers: readonly Answer[], onTruncation: Policy['on_truncation']): Gap[] {
  const partial = answers.flatMap((answer) => partialGaps(answer, onTruncation))
  const gaps = [...partial, ...groupsOf(answers).flatMap(unevaluated)]
  return [...new Map(gaps.map((gap) => [gap.message, gap])).values()]
}

function partialGaps(answer: Answer, onTruncation: Policy['on_truncation']): Gap[] {
  const { evaluation } = answer
  const gaps: Gap[] = []
  if (evaluation.error !== undefined) gaps.push({ kind: 'failed', message: failureText(answer) })
  if (evaluation.truncated) {
    const shown = `${evaluation.issues.length} of ${evaluation.total} issues came back`
    const way = wayOutOfCut(answer, onTruncation)
    gaps.push({ kind: 'cut', message: `the answer for ${pairText(answer)} was cut: ${shown}; ${way}` })
  }
  return gaps
}

/** A cut answer that was split is here only when its pieces do not account for it. */
function wayOutOfCut(answer: Answer, onTruncation: Policy['on_truncation']): string {
  if (halve(answer).length === 0) {
    return 'no smaller piece can be asked for: mend some of these or divide the ruleset, and check again'
  }
  return onTruncation === 'split'
    ? 'its pieces counted fewer: check again while nobody changes the APIs and rulesets'
    : 'check fewer APIs or rulesets at once, or set on_truncation: split'
}

function failureText(answer: Answer): string {
  const { error } = answer.evaluation
  return isPair(answer)
    ? `${pairText(answer)} failed: ${error}`
    : `the evaluation of ${describeTarget(answer.request)} failed in part: ${error}`
}

function isPair({ request, evaluation }: Answer): boolean {
  return (
    (request.kind === 'definition' || request.api_ids.length === 1) &&
    soleRuleset({ request, evaluation }) !== undefined
  )
}

function soleRuleset({ request: { selector } }: Answer): string | undefined {
  const [only, ...others] = 'ruleset_ids' in selector ? selector.ruleset_ids : []
  return others.length === 0 ? only : undefined
}

function pairText(answer: Answer): string {
  const target = describeTarget(answer.request)
  return isPair(answer) ? `ruleset ${soleRuleset(answer)} on ${target}` : target
}

/** All saved APIs together, and each definition. */
function groupsOf(answers: readonly Answer[]): Answer[][] {
  const groups = new Map<string, Answer[]>()
  for (const answer of answers) {
    const { request } = answer
    const key = request.kind === 'apis' ? 'apis' : JSON.stringify(request.definition)
    const group = groups.get(key)
    if (group) group.push(answer)
    else groups.set(key, [answer])
  }
  return [...groups.values()]
}

function unevaluated(answers: Answer[]): Gap[] {
  const forest = forestOf(answers)
  const about = describeGroup(answers)
  const ofApis = answers[0]?.request.kind === 'apis'
  const nothingRan = answers.every(({ evaluation }) => evaluation.rulesets.length === 0)
  const gaps = unrunGaps(unrunOf(answers), about, nothingRan).map(({ unrun, ...gap }) =>
    ofApis ? { ...gap, unrun } : gap,
  )
  const asked = forest.filter(({ parent }) => parent === undefined).flatMap(({ targets }) => targets).length
  const evaluated = evaluatedApis(forest)
  if (evaluated >= asked || nothingRan) return gaps
  const missing = unevaluatedIds(forest)
  const message = `${evaluated} of the ${asked} APIs asked for were evaluated (${missingText(missing, asked - evaluated, about)})`
  return [...gaps, { kind: 'unevaluated', message }]
}

const mostNamed = 20

function missingText(missing: readonly string[], count: number, about: string): string {
  if (missing.length !== count) return about
  const more = missing.length - mostNamed
  return `not ${missing.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** One gap for each category that ran nothing, and one for all rulesets that did not run. */
export function unrunGaps({ ruleset_ids, categories }: Unrun, about: string, nothingRan: boolean): Gap[] {
  const gap = (text: string, unrun: readonly string[]): Gap => ({
    kind: 'unevaluated',
    message: `${text} on ${about}`,
    unrun,
  })
  const ofCategories = categories.map((name) => gap(`no ruleset of category ${name} ran`, [name]))
  if (ruleset_ids.length === 0) return ofCategories
  const names = ruleset_ids.join(', ')
  const text = nothingRan ? `no ruleset ran (asked for: ${names})` : `ruleset ${names} did not run`
  return [...ofCategories, gap(text, ruleset_ids)]
}

function describeGroup(answers: readonly Answer[]): string {
  const [first] = answers
  if (first?.request.kind === 'definition') return first.request.definition.file
  const ids = new Set(answers.flatMap(({ request }) => (request.kind === 'apis' ? request.api_ids : [])))
  return describeApis([...ids])
}

function describeTarget(request: EvaluationRequest): string {
  return request.kind === 'definition' ? request.definition.file : describeApis(request.api_ids)
}

function describeApis(ids: readonly string[]): string {
  return ids.length === 1 ? `API ${ids[0]}` : `${ids.length} APIs`
}
