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
  const used = new Set<string>()
  const written = new Map<string, Path>()

  function copy(value: unknown, at: Path, parent?: string): unknown {
    const last = at.at(-1)
    const key = typeof last === 'string' ? last : undefined
    if (key !== undefined && isFreeForm(key, parent)) return value
    if (Array.isArray(value)) return value.map((item, index) => copy(item, [...at, index]))
    if (!isRecord(value)) return value
    const target = getRef(value) === undefined || at.length > mostNested ? undefined : follow(value)
    if (target && splitFile(target.path, files).name !== undefined && !used.has(toKey(target.path))) {
      used.add(toKey(target.path))
      written.set(toKey(at), target.path)
      return copy(target.value, at, parent)
    }
    const entries = Object.entries(value)
    return Object.fromEntries(entries.map(([name, item]) => [name, copy(item, [...at, name], key ?? parent)]))
  }

  return {
    value: copy(root, []),
    pathInFile: (path) => {
      for (let length = path.length; length >= 0; length--) {
        const found = written.get(toKey(path.slice(0, length)))
        if (found) return [...found, ...path.slice(length)]
      }
      return undefined
    },
  }
}

function toKey(path: Path): string {
  return JSON.stringify(path)
}
