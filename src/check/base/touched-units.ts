import type { Issue } from '../../core/model/issue.ts'
import type { Path } from '../../core/model/location.ts'
import { type DefinitionView, findTarget, findWrittenPath } from './definition-view.ts'
import { getIssuePath, type ViewedVersions } from './known-issues.ts'
import { renderContent } from './pair-items.ts'

/**
 * Whether an issue is in what the change touches: an operation, a component, another file, or a key at the top of the
 * definition, whose content is not what it was, or which was not there.
 */
export function createTouchedTest(
  { before, after }: ViewedVersions,
  file: string,
): (issue: Issue) => boolean {
  const known = new Map<string, boolean>()
  return (issue) => {
    const unit = findUnit(findWrittenPath(getIssuePath(issue, file), after))
    const key = JSON.stringify(unit)
    const found = known.get(key) ?? renderValue(unit, before) !== renderValue(unit, after)
    known.set(key, found)
    return found
  }
}

const grouped = new Set<unknown>(['paths', 'webhooks', 'x-webhooks', 'components'])

function findUnit(path: Path): Path {
  return path.slice(0, grouped.has(path[0]) ? 3 : 1)
}

/** The content, in whichever order it is written; undefined where there is none. */
function renderValue(path: Path, view: DefinitionView): string | undefined {
  const at = findTarget(path, view)
  return at && renderContent(at.value)
}
