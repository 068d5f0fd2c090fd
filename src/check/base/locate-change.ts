import type { Location, Path } from '../../core/model/location.ts'
import type { SourceDocument } from '../../core/model/source-document.ts'
import { partNamed, splitFile } from '../../engine/referenced-files.ts'
import type { Sources } from '../sources.ts'
import { type DefinitionView, findTarget, viewDefinition } from './definition-view.ts'

/** One version of a definition, with its text. */
export interface DefinitionVersion {
  readonly file: string
  readonly document: SourceDocument
  readonly view: DefinitionView
}

export async function openVersion(file: string, sources: Sources): Promise<DefinitionVersion> {
  const view = await viewDefinition(file, sources)
  const { document } = await sources.readDefinition(file)
  return { file, document, view }
}

/** A place in one version, with its path in the file that holds it. */
export interface ChangePlace {
  readonly file: string
  readonly path: Path
  readonly line: number
  readonly column: number
  /** Of the value. */
  readonly location: Location
}

/** Where a change is. What is gone has an `old` place; its new one is that of what held it. */
interface ChangePlaces {
  readonly now: ChangePlace
  readonly old?: ChangePlace
}

export function locateChange(
  path: Path,
  oldPath: Path,
  oldVersion: DefinitionVersion,
  newVersion: DefinitionVersion,
): ChangePlaces {
  const now = locatePath(path, newVersion)
  return findTarget(path, newVersion.view) ? { now } : { now, old: locatePath(oldPath, oldVersion) }
}

function locatePath(whole: Path, { file, document, view }: DefinitionVersion): ChangePlace {
  const { name, path } = splitFile(whole, view.files)
  const part = partNamed(name, document, view.files)
  const { start_line: line, start_char: column } = part.locateKey(path)
  return { file: name ?? file, path, line, column, location: part.locate(path) }
}
