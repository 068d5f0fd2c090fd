import { isHttpMethod } from '../../core/model/api-part.ts'
import { getPointer, toPointer } from '../../core/model/identity.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { Path } from '../../core/model/location.ts'
import { findDefinitionFile } from '../../core/model/target.ts'

/** The node of an issue in its definition, and what leads there. A path into another file starts with a segment of its own. */
export interface UsedNode {
  readonly path: Path
  /** The references to the node at a path and to what it is in; `rest`: the keys from there to the node. */
  readonly referencesTo: (path: Path) => readonly { readonly from: Path; readonly rest: Path }[]
}

/** Undefined where the definition of an issue is not at hand. */
export type FindNode = (issue: Issue) => UsedNode | undefined

export const unknownNode: FindNode = () => undefined

/**
 * The places of the definition's own tree where a node is used, references followed back, each once. A component is a
 * place only if it `isExcused`, and then for all that refers to it: who waives a component means every use.
 */
export function findUses(
  { path, referencesTo }: UsedNode,
  isExcused: (keys: Path) => boolean,
): readonly Path[] {
  const uses: Path[] = []
  const seen = new Set<string>()
  const open: Path[] = [path]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const isShared = isComponent(at)
    const isPlace = !isInPart(at) && (!isShared || isExcused(at))
    if (isPlace) uses.push(at)
    if (isPlace && isShared) continue
    for (const { from, rest } of referencesTo(at)) {
      const name = JSON.stringify(from)
      if (!seen.has(name)) open.push([...from, ...rest])
      seen.add(name)
    }
  }
  return uses
}

/** The path items, operations and callbacks that are or refer to the one around a node, as JSON Pointers. Smaller things are shared. */
export function findOperationUses({ path, referencesTo }: UsedNode): readonly string[] {
  const own = isInPart(path) ? [] : [path.slice(0, 2)]
  const referring = referencesTo(path).flatMap(({ from, rest }) =>
    findUses({ path: from, referencesTo }, () => false).map((keys) =>
      // The whole of `paths` is in another file.
      keys.length === 1 ? [...keys, ...rest.slice(0, 1)] : keys,
    ),
  )
  return [...new Set([...own, ...referring].filter(isOperationPlace).map(toPointer))].sort()
}

/** Whether a path is that of a path item, an operation or a callback, in an operation of `paths` or `webhooks`. */
export function isOperationPlace(path: Path): boolean {
  const [root, name, method, callbacks, ...inCallback] = path
  if ((root !== 'paths' && root !== 'webhooks') || name === undefined) return false
  if (path.length <= 3) return method === undefined || isHttpMethod(String(method))
  // A callback has path items of its own.
  if (callbacks !== 'callbacks' || inCallback.length === 0) return false
  return inCallback.length <= 2 || isOperationPlace(['paths', ...inCallback.slice(1)])
}

/** The issues that are in an operation of several paths say which those are: a new one is a new issue. */
export function markUses(issues: readonly Issue[], findNode: FindNode): readonly Issue[] {
  return issues.map((issue) => {
    const node = findNode(issue)
    const used_by = node ? findOperationUses(node) : []
    return used_by.length > 1 ? { ...issue, used_by: [...used_by] } : issue
  })
}

/** Whether what was known of an issue at its old uses says all of it; without a list, it had one use. */
export function isSameUse(
  { used_by: newUses = [] }: Pick<Issue, 'used_by'>,
  { used_by: oldUses = [] }: Pick<Issue, 'used_by'>,
): boolean {
  return newUses.every((use) => oldUses.includes(use))
}

/** Components are used by their name from other places of the definition. */
export function isComponent(path: Path): boolean {
  return !isInPart(path) && sharedRoots.has(String(path[0]))
}

export function isInPart([first]: Path): boolean {
  return typeof first === 'string' && first.startsWith('\0')
}

/** Whether an issue is in another file than the definition whose issue it is. */
export function isPartIssue(issue: Issue): boolean {
  return issue.file !== undefined && issue.file !== findDefinitionFile(issue)
}

const sharedRoots: ReadonlySet<string> = new Set([
  'components',
  'definitions',
  'parameters',
  'responses',
  'securityDefinitions',
])

/** The keys at the top of an OpenAPI document. */
const rootKeys: readonly string[] = [
  ...sharedRoots,
  ...`$self openapi swagger info host basePath schemes consumes produces servers paths webhooks security tags
  externalDocs jsonSchemaDialect`.split(/\s+/),
]

/**
 * Whether a waiver's path can only mean a place in another file: no path of the definition's own tree begins like it.
 */
export function meansPart(pattern: string): boolean {
  const [plain, end] = pattern.startsWith('/') ? [pattern.slice(1), '/'] : [pattern, '.']
  const start = plain.split('*')[0] ?? ''
  const begins = (key: string) =>
    `${key}${end}`.startsWith(start) || start.startsWith(`${key}${end}`) || start === key
  return !rootKeys.some(begins) && !start.startsWith('x-') && !'x-'.startsWith(start)
}

/** The place of an issue in another file as a waiver names it: `parts/errors.yaml#/NotFound/description`. */
export function renderPartPlace(issue: Issue): string {
  return `${issue.file}#${getPointer(issue)}`
}
