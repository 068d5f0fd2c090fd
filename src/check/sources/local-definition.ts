import { extname, relative, resolve, sep } from 'node:path'
import { type ParsedDocument, parseDocument } from '../../core/document/document.ts'
import { parseNamed } from '../../core/document/parse-named.ts'
import { requireOpenApi } from '../../core/document/require-openapi.ts'
import { usageError } from '../../core/model/errors.ts'
import { once } from '../../core/model/once.ts'
import { computeDigest } from '../../core/text/digest.ts'
import { isUrl, parseUrl } from '../../core/text/url.ts'
import type { PlacedSource } from '../../gate/place.ts'
import { resolveNewPath } from './fence.ts'
import type { SourceFile } from './source-file.ts'
import type { SourceReader } from './source-reader.ts'

/** A definition as it is sent, and as the places of its issues are looked up. */
export interface LocalDefinition extends SourceFile, PlacedSource {
  readonly digest: string
  readonly document: ParsedDocument
}

/** Throws GovError, usage: the file cannot be parsed, or is not an OpenAPI document. */
export function localDefinition(source: SourceFile): LocalDefinition {
  const { file: name, bytes, text, format, versions } = source
  const document = parseNamed({ noun: 'definition', name, format }, () =>
    versions ? versions.read(text, format) : parseDocument(text, format),
  )
  requireOpenApi(document, name)
  const { value, locate, locateKey } = document
  return { ...source, value, locate, locateKey, document, digest: computeDigest(bytes) }
}

export interface DefinitionNames {
  /**
   * The one name of a definition: its real path, with `/`, from the folder that names are relative to. However a row spells
   * it, and whichever links lead to it, waivers, baselines, policies and reports know it by this name. What is not there,
   * or can be no definition under either name, such as a folder, and a URL, keeps the name that it was given, for the message.
   */
  readonly nameOf: (file: string) => Promise<string>
  /** The names that were asked for, keyed by what was typed or found. */
  readonly names: ReadonlyMap<string, string>
}

/** `isGiven`: a content stands for the file, which may not be there yet. */
export function createDefinitionNames(
  { cwd, realPath }: Pick<SourceReader, 'cwd' | 'realPath'>,
  isGiven: (file: string) => boolean,
): DefinitionNames {
  const names = new Map<string, string>()
  const findFolder = once(async () => (await realPath(cwd)) ?? cwd)
  const makeRelative = async (real: string): Promise<string> => {
    const folder = await findFolder()
    const name = relative(folder, real)
    // `..` by name may be another folder than `..` on disk if the folder itself is a link.
    const isAway = folder !== cwd && name.startsWith('..')
    return isAway && (await resolveNewPath(resolve(cwd, name))) !== real ? relative(cwd, real) : name
  }
  return {
    names,
    nameOf: async (file) => {
      if (isUrl(file)) return parseUrl(file)?.href ?? file
      const path = resolve(cwd, file)
      const real = isGiven(file) ? await resolveNewPath(path) : await realPath(path)
      const isUnfit = real === undefined || extname(real) + extname(file) === ''
      const name = isUnfit ? file : (await makeRelative(real)).split(sep).join('/') || '.'
      // A requirement or a waiver of the URL would be met by the file.
      if (/^https?:\//i.test(name)) {
        const hint = 'Rename its folder.'
        throw usageError('definition-named-url', `the file ${name} has the name of a URL`, hint)
      }
      names.set(file, name)
      return name
    },
  }
}

/** Absolute paths of names that lead to another file since they were read, or to none. */
export async function findChangedNames(
  names: DefinitionNames['names'],
  { cwd, nameOf }: Pick<SourceReader, 'cwd'> & Pick<DefinitionNames, 'nameOf'>,
): Promise<readonly string[]> {
  const rows = [...names]
  const now = await Promise.all(rows.map(([file]) => nameOf(file)))
  return rows.flatMap(([file, name], at) => (now[at] === name ? [] : [resolve(cwd, file)]))
}
