import type { Path } from '../../../core/model/location.ts'
import { isRecord } from '../../../core/model/record.ts'
import { isNameMap } from '../../file-reference.ts'
import { getRef } from '../../pointer.ts'
import { type ReferencedFiles, splitFile } from '../../referenced-files.ts'
import { followRefs } from '../../refs.ts'

interface InlinedDocument {
  readonly value: unknown
  /** Where the value at a path of it is written, from the document's root or into a file; undefined: in the document itself. */
  readonly pathInFile: (path: Path) => Path | undefined
}

/** Where a reference is left as it is, so that a chain of files ends. */
const mostNested = 300

/** Values that may be anything, whose references are no use of a part. */
function isFreeForm(key: string, parent: string | undefined): boolean {
  return !isNameMap(parent) && (key.startsWith('x-') || /^(?:example|default|const|enum)$/.test(key))
}

/**
 * A document with what it takes from its files in the place of the reference that first leads there. Any later reference to
 * that, and each one to the document itself, stays.
 */
export function inlineParts(root: unknown, files: ReferencedFiles): InlinedDocument {
  const follow = followRefs(root, files)
  const used = new Set<unknown>()
  const written = new Map<unknown, Path>()

  function copy(value: unknown, depth: number, key?: string, parent?: string): unknown {
    if (key !== undefined && isFreeForm(key, parent)) return value
    if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1))
    if (!isRecord(value)) return value
    const target = getRef(value) === undefined || depth > mostNested ? undefined : follow(value)
    const isPart = target && splitFile(target.path, files).name !== undefined
    if (isPart && isRecord(target.value) && !used.has(target.value)) {
      used.add(target.value)
      const part = copy(target.value, depth, undefined, key)
      written.set(part, target.path)
      return part
    }
    const entries = Object.entries(value)
    return Object.fromEntries(
      entries.map(([name, item]) => [name, copy(item, depth + 1, name, key ?? parent)]),
    )
  }

  const value = copy(root, 0)
  return {
    value,
    pathInFile: (path) => {
      let at = value
      let found = written.get(at)
      for (const key of path) {
        at = isRecord(at) || Array.isArray(at) ? Reflect.get(at, key) : undefined
        found = written.get(at) ?? (found && [...found, key])
      }
      return found
    },
  }
}
