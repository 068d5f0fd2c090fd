import { relative } from 'node:path'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import { type FileKind, isDefinition, kindOfFile } from '../../run/editor/file-problems.ts'
import { findSettings } from '../../run/read-settings.ts'
import type { World } from '../../run/world.ts'
import { folderOf } from './folder-of.ts'
import type { Session } from './session.ts'

/** A ruleset or a config that is open. */
export interface AuthoredFile {
  /** Absolute. */
  readonly path: string
  /** From the folder of the config that it goes with. */
  readonly name: string
  readonly kind: FileKind
  readonly text: string
  readonly document: TextDocument
  /** Its `sources` read what is open as it is in the editor. */
  readonly world: World
}

export async function openAuthored(path: string, session: Session): Promise<AuthoredFile | undefined> {
  const open = session.openText(path)
  if (open === undefined) return undefined
  const { text, document } = open
  const kindOfName = kindOfFile(path, text)
  // A key pressed in one costs no search for a config.
  if (kindOfName === undefined && isDefinition(path, text)) return undefined
  const cwd = await folderOf(path, session.folders())
  const world = session.worldIn(cwd)
  const kind = kindOfName ?? (await kindByConfig(path, world, session))
  if (kind === undefined) return undefined
  const name = relative(cwd, path).replaceAll('\\', '/')
  return { path, name, kind, text, document, world }
}

/** A ruleset may look like nothing yet: the config says what it is. */
async function kindByConfig(path: string, world: World, session: Session): Promise<FileKind | undefined> {
  if (!/\.(?:ya?ml|json)$/i.test(path)) return undefined
  const name = relative(world.cwd, path).replaceAll('\\', '/')
  const found = await findSettings(session.requestFor([]), world).catch(() => undefined)
  const isNamed = found?.settings.ruleset_files?.value.some((each) => each.replace(/^\.\//, '') === name)
  return isNamed ? 'ruleset' : undefined
}
