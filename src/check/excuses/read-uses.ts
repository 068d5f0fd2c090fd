import type { Evaluation } from '../../core/model/evaluation.ts'
import type { Issue } from '../../core/model/issue.ts'
import { once, rememberPerObject } from '../../core/model/once.ts'
import { findDefinitionFile, nameTarget } from '../../core/model/target.ts'
import type { Waiver } from '../../core/model/waiver.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { listRefPlaces, toPath } from '../../engine/openapi/places.ts'
import { type FindNode, isOperationPlace, markUses } from '../../gate/excuse/uses.ts'
import { asksForUses } from '../../gate/excuse/waivers.ts'
import { getIssuePath } from '../base/compare-issues.ts'
import { createView, type DefinitionView, findReferences, viewDefinition } from '../base/definition-view.ts'
import type { World } from '../world.ts'

export interface UsesAsked {
  readonly waivers: readonly Waiver[]
  /** A baseline or a base tells which issues are new. */
  readonly tellsNew: boolean
  /** Definitions of saved APIs that are at hand, by their ids. */
  readonly saved?: ReadonlyMap<string, object> | undefined
}

interface Used {
  /** Its issues say which paths share their operation, where several do. */
  readonly evaluation: Evaluation
  readonly findNode: FindNode
}

/** Reads the definitions of issues of which an excuse depends on where their nodes are used. */
export async function readUses(
  evaluation: Evaluation,
  { waivers, tellsNew, saved = new Map() }: UsesAsked,
  { sources }: Pick<World, 'sources'>,
): Promise<Used> {
  const { issues } = evaluation
  const isAsked = (issue: Issue) => waivers.some((waiver) => asksForUses(waiver, issue))
  const views = new Map<string, DefinitionView>()
  for (const [name, [first, ...others]] of groupBy(issues, nameTarget)) {
    if (first === undefined || (!tellsNew && ![first, ...others].some(isAsked))) continue
    const definition = findDefinitionFile(first)
    const value = saved.get(first.api_id)
    if (definition !== undefined) views.set(name, await viewDefinition(definition, sources))
    else if (value !== undefined) views.set(name, createView(value))
  }
  // Each waiver asks for the node of each issue, and mostly for what refers to that node itself.
  const findNode: FindNode = rememberPerObject((issue: Issue) => {
    const view = views.get(nameTarget(issue))
    if (view === undefined) return undefined
    const path = getIssuePath(issue, findDefinitionFile(issue) ?? '')
    const findOwn = once(() => findReferences(path, view))
    return { path, referencesTo: (at) => (at === path ? findOwn() : findReferences(at, view)) }
  })
  const findShared: FindNode = (issue) => {
    const view = views.get(nameTarget(issue))
    return view && sharesOperations(view) ? findNode(issue) : undefined
  }
  return {
    evaluation: tellsNew ? { ...evaluation, issues: markUses(issues, findShared) } : evaluation,
    findNode,
  }
}

/** Whether a path item, an operation or a callback of the definition is a reference, so that two places may share one. */
const sharesOperations = rememberPerObject(({ root }: DefinitionView): boolean =>
  listRefPlaces(root).some((place) => {
    const path = toPath(place)
    return (
      isOperationPlace(path) || (path.length === 1 && path[0] !== 'components') || path[1] === 'callbacks'
    )
  }),
)
