import { findNamedFiles, findOutsideReference, isInData } from '../../engine/file-reference.ts'

/** Whether a definition goes on in other files, so that a dashboard needs a bundle of them. */
export function isSplit(definition: unknown): boolean {
  return findOutsideReference(definition, isInData) !== undefined || mappedFiles(definition).length > 0
}

/** Whether an evaluation may read other files for it: the embedded one follows whatever looks like a reference, in data too. */
export function readsOtherFiles(definition: unknown): boolean {
  return findOutsideReference(definition) !== undefined || mappedFiles(definition).length > 0
}

/** The files that mappings of discriminators name. */
export function mappedFiles(root: unknown): readonly string[] {
  return findNamedFiles(root).flatMap(({ by, file }) =>
    by === 'discriminator.mapping' && /[./]/.test(file) ? [file] : [],
  )
}
