import type { BreakingChange, Finding } from './breaking-change.ts'
import { type ApiDocument, child, children, rootOf } from './document.ts'
import { compareParameters } from './http/compare-parameters.ts'
import { matchPaths } from './http/match-paths.ts'
import { type Operation, operationsOf } from './http/operation.ts'
import { parametersOf } from './http/parameters.ts'

/**
 * What in `head` breaks a client of `base`. `today` is the date of the run, as 2026-11-23: what was deprecated may go
 * after its sunset.
 */
export function breakingChanges(
  base: ApiDocument,
  head: ApiDocument,
  today: string,
): readonly BreakingChange[] {
  void today
  const changes: BreakingChange[] = []
  const [before, after] = [pathsOf(base), pathsOf(head)]
  for (const pair of matchPaths(before, after)) {
    const [path, item] = pair.base
    const removed: Operation[] = []
    const others = pair.head && operationsOf(pair.head[0], pair.head[1], head)
    for (const [method, operation] of operationsOf(path, item, base)) {
      const other = others?.get(method)
      if (other) changes.push(...compareOperations(operation, other, base, head).map(of([operation])))
      else removed.push(operation)
    }
    if (removed.length === 0) continue
    if (pair.head === undefined) {
      const message = `the path \`${path}\` was removed`
      changes.push(
        of(removed)({ rule: 'breaking-path-removed', message, path: ['paths'], basePath: item.path }),
      )
      continue
    }
    for (const operation of removed) {
      const message = `\`${operation.name}\` was removed`
      const place = { path: pair.head[1].path, basePath: operation.at.path }
      changes.push(of([operation])({ rule: 'breaking-operation-removed', message, ...place }))
    }
  }
  return changes
}

function pathsOf(api: ApiDocument) {
  return children(child(rootOf(api), 'paths', api), api).filter(([name]) => name.startsWith('/'))
}

function of(operations: readonly Operation[]) {
  return (finding: Finding): BreakingChange => ({
    ...finding,
    operations: operations.map(({ name }) => name),
  })
}

function compareOperations(before: Operation, after: Operation, base: ApiDocument, head: ApiDocument) {
  const places = { base: before.at.path, head: after.at.path }
  return compareParameters(parametersOf(before, base), parametersOf(after, head), places)
}
