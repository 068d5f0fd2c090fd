import type { Answer } from '../../core/model/evaluation.ts'
import { add } from '../../core/model/severity.ts'
import { buildForest, type ForestNode, sumTree } from './forest.ts'

/** How many targets of all roots were evaluated, as far as the answers show. */
export function evaluatedApis(forest: readonly ForestNode[]): number {
  const values = findShown(forest)
  return roots(forest).reduce((sum, root) => sum + (values.get(root) ?? 0), 0)
}

/** APIs that no answer shows to be evaluated, where an answer is about them alone or about none that was evaluated. */
export function unevaluatedIds(forest: readonly ForestNode[]): string[] {
  const values = findShown(forest)
  const withParts = new Set(forest.map(({ parent }) => parent))
  return forest
    .filter((node) => !withParts.has(node) && values.get(node) === 0)
    .filter((node) => !isFullAbove(node, values))
    .flatMap(({ answers: [first] }) => (first?.request.kind === 'apis' ? first.request.api_ids : []))
}

/**
 * Answers to retry in halves: an answer says how many of its APIs were evaluated and not which, so two answers
 * about the same APIs that each fall short may fall short of different ones, and then nothing is missing.
 */
export function undecided(answers: readonly Answer[]): ReadonlySet<Answer> {
  const forest = buildForest(answers)
  const values = findShown(forest)
  const withShownParts = new Set(forest.filter((node) => values.get(node) !== 0).map(({ parent }) => parent))
  const short = forest.filter((node) => {
    const countNode = node.answers.filter((answer) => countEvaluated(answer) > 0).length
    const witnesses = countNode + (withShownParts.has(node) ? 1 : 0)
    return witnesses > 1 && (values.get(node) ?? 0) < node.targets.length
  })
  return new Set(short.flatMap((node) => node.answers.filter((answer) => fallsShort(answer, node))))
}

function fallsShort(answer: Answer, { targets }: ForestNode): boolean {
  const evaluated = countEvaluated(answer)
  return evaluated > 0 && evaluated < targets.length
}

/** An answer in which nothing ran that was asked for evaluated no API, whatever it says. */
function countEvaluated({ request, evaluation: { rulesets, evaluated_apis } }: Answer): number {
  if (request.kind === 'definition') return evaluated_apis
  const asked = 'ruleset_ids' in request.selector ? request.selector.ruleset_ids : undefined
  return rulesets.some(({ id }) => asked === undefined || asked.includes(id)) ? evaluated_apis : 0
}

function findShown(forest: readonly ForestNode[]): Map<ForestNode, number> {
  const countNode = (node: ForestNode) => Math.max(...node.answers.map(countEvaluated))
  return sumTree(forest, countNode, Math.max, add)
}

function isFullAbove({ parent }: ForestNode, values: ReadonlyMap<ForestNode, number>): boolean {
  if (parent === undefined) return false
  return (values.get(parent) ?? 0) >= parent.targets.length || isFullAbove(parent, values)
}

function roots(forest: readonly ForestNode[]): ForestNode[] {
  return forest.filter(({ parent }) => parent === undefined)
}
