import { dirname, relative, sep } from 'node:path'
import { refOf } from '../../engine/pointer.ts'
import type { View } from '../../fix/view.ts'
import { toPointer } from '../../model/identity.ts'
import type { Path } from '../../model/location.ts'
import { valueAt } from '../../model/record.ts'
import type { Drafts } from './drafts.ts'
import { type Mount, mountsOf, pathInMount, withItems, writtenIn } from './mounts.ts'
import { leadsTo, type Whole } from './whole.ts'

/** The definition as one value, for each way in which it uses a place of its files. */
export function viewsOf(file: string, path: Path, whole: Whole, drafts: Drafts): readonly View[] {
  if (file === whole.file) return [viewOf(withItems(whole), path, whole, drafts)]
  return mountsOf({ file, path }, whole).map((mount) =>
    viewOf(mount, pathInMount(mount, path), whole, drafts),
  )
}

function viewOf(mount: Mount, path: Path, whole: Whole, drafts: Drafts): View {
  const { root } = mount
  const writtenAt = (at: Path) => writtenIn(mount, whole, at)
  return {
    root,
    path,
    elsewhere: new Map([...whole.values].filter(([name]) => name !== whole.file)),
    writtenAt,
    outlineOf: (name) => drafts.get(name).outline,
    targetOf: (at) => {
      const ref = refOf(valueAt(root, at))
      const target = ref === undefined ? undefined : leadsTo(ref, writtenAt(at).file, whole)
      return target && valueAt(whole.values.get(target.file), target.path)
    },
    referenceTo: (at, from) => {
      const target = writtenAt(at)
      const name = target.file === from ? '' : nameFrom(from, target.file)
      return `${name}#${toPointer(target.path)}`
    },
  }
}

/** Percent-encoded, as it is in a reference. */
function nameFrom(holder: string, file: string): string {
  return relative(dirname(holder), file).split(sep).map(encodeURIComponent).join('/')
}
