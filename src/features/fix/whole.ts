import { readReferenced, readsOtherFiles } from '../../check/definitions/local-files.ts'
import type { Sources } from '../../check/sources.ts'
import type { Path } from '../../core/model/location.ts'
import { rememberPerObject } from '../../core/model/once.ts'
import { getChild } from '../../core/model/record.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { filePart, findKey, readPointer } from '../../engine/pointer.ts'
import { pathOfPlace, refPlaces } from '../../engine/ref-places.ts'
import type { ReferencedFiles } from '../../engine/referenced-files.ts'
import type { WrittenAt } from './propose/view.ts'

/** A definition with the files that it refers to. */
export interface WholeDefinition {
  readonly file: string
  /** Each file's, its own first. */
  readonly values: ReadonlyMap<string, unknown>
  /** Undefined: none. */
  readonly files: ReferencedFiles | undefined
}

/** A definition of this value, with what it refers to. Throws GovError, usage. */
export async function readWhole(
  file: string,
  value: unknown,
  getSources: () => Sources,
): Promise<WholeDefinition> {
  if (!readsOtherFiles(value)) return { file, values: new Map([[file, value]]), files: undefined }
  const sources = getSources()
  const definition = await sources.readDefinition(file)
  const files = await readReferenced(definition, sources)
  const others = [...files.documents].map(([name, part]) => [name, part.value] as const)
  return { file, values: new Map([[file, definition.value], ...others]), files }
}

/** A `$ref`, and where it leads. */
export interface FileReferenceUse {
  readonly id: number
  readonly from: WrittenAt
  readonly to: WrittenAt
}

/** The references of a definition by the files that they lead to. */
export const referencesIn = rememberPerObject(
  (whole: WholeDefinition): ReadonlyMap<string, readonly FileReferenceUse[]> => {
    const found: FileReferenceUse[] = []
    for (const [file, value] of whole.values)
      for (const place of refPlaces(value)) {
        const to = resolveLink(place.ref, file, whole)
        if (to) found.push({ id: found.length, from: { file, path: pathOfPlace(place) }, to })
      }
    return groupBy(found, ({ to }) => to.file)
  },
)

export const findUnresolved = rememberPerObject((whole: WholeDefinition): string | undefined => {
  for (const [file, value] of whole.values) {
    const refs = new Set(refPlaces(value).map(({ ref }) => ref))
    for (const ref of refs) if (!resolveLink(ref, file, whole)) return ref
  }
  return undefined
})

/** Where a reference in a file leads; undefined where nothing is found. */
export function resolveLink(
  ref: string,
  holder: string,
  { file, files, values }: WholeDefinition,
): WrittenAt | undefined {
  const name = filePart(ref)
  const found = name === '' ? { name: holder } : files?.findFrom(holder === file ? undefined : holder, name)
  if (found === undefined || 'fault' in found) return undefined
  const target = found.name ?? file
  const path = findPath(ref.slice(name.length), values.get(target))
  return path && { file: target, path }
}

function findPath(fragment: string, root: unknown): Path | undefined {
  const path: (string | number)[] = []
  let value = root
  for (const segment of readPointer(fragment) ?? [undefined]) {
    const key = segment === undefined ? undefined : findKey(value, segment)
    if (key === undefined) return undefined
    path.push(key)
    value = getChild(value, key)
  }
  return path
}
