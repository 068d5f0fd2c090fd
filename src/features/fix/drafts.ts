import type { LocalDefinition } from '../../check/sources/local-definition.ts'
import { createSourceFile, type SourceFile } from '../../check/sources/source-file.ts'
import { resolvePlace } from '../../check/sources/source-reader.ts'
import { createSourcesWithReader, type Sources } from '../../check/sources/sources.ts'
import type { World } from '../../check/world.ts'
import { readDocument, withoutMark } from '../../core/document/document.ts'
import type { ParsedText } from '../../core/document/parsed-text.ts'
import { readMark } from '../../core/text/decode-text.ts'
import type { FixedFile } from './fix-result.ts'
import { composeEdits, type Draft, type Edited } from './propose/apply-fixes.ts'
import { createOutline } from './propose/outline.ts'

/** Named as it was first opened. */
interface Kept extends FixedFile {
  readonly format: 'json' | 'yaml'
  /** Absent: it is parsed when it is needed. */
  readonly read?: ParsedText | undefined
  draft?: Draft | undefined
}

/** The definitions of a run, and the files that they refer to, as they are so far; the files on the disk stay as they are. */
export interface FileDrafts {
  /** Reads a definition, as it was checked, which then can be edited. */
  readonly openDefinition: (file: string) => Promise<void>
  readonly openPart: (file: string) => Promise<void>
  readonly copy: () => FileDrafts
  readonly get: (file: string) => Draft
  /** The name by which it was first opened. */
  readonly nameOf: (file: string) => string
  readonly save: (file: string, edited: Edited) => void
  readonly files: () => readonly FixedFile[]
  /** Surroundings in which a check reads the drafts instead of the files. */
  readonly worldOf: () => World
}

/** A file that has several names, such as one that a link leads to, is one draft. */
export function createDrafts(world: World): FileDrafts {
  return createDraftsFrom(world, new Map(), new Map())
}

/** `places` is keyed by the names that the files were opened by. */
function createDraftsFrom(world: World, kept: Map<string, Kept>, places: Map<string, string>): FileDrafts {
  const { sources } = world

  const get = (file: string) => {
    const entry = kept.get(places.get(file) ?? '')
    if (!entry) throw new Error(`${file} was not opened`)
    entry.draft ??= createDraft(entry)
    return entry.draft
  }

  const open = async (file: string, read: () => Promise<SourceFile & Partial<LocalDefinition>>) => {
    const place = places.get(file) ?? (await resolvePlace(sources, file))
    places.set(file, place)
    if (kept.has(place)) return
    const { bytes, format, document, ...source } = await read()
    const text = document?.text ?? withoutMark(source.text)
    const fixed: FixedFile = { file, mark: readMark(bytes), before: text, after: text, edits: [] }
    kept.set(place, { ...fixed, format, read: document?.parsed })
  }

  return {
    openDefinition: (file) => open(file, () => sources.readDefinition(file)),
    openPart: (file) => {
      const isGiven = sources.given(file) !== undefined
      return open(file, () => (isGiven ? sources.readDefinition(file) : sources.read(file, 'definition')))
    },
    copy: () => createDraftsFrom(world, new Map(kept), new Map(places)),
    get,
    nameOf: (file) => kept.get(places.get(file) ?? '')?.file ?? file,
    save: (file, { text, read, edits }) => {
      const place = places.get(file) ?? ''
      const entry = kept.get(place)
      if (!entry) return
      const all = composeEdits(entry.edits, edits, entry.before.length)
      kept.set(place, { ...entry, after: text, read, edits: all, draft: undefined })
    },
    files: () =>
      [...kept.values()].flatMap(({ file, mark, before, edits, after }) =>
        after === before ? [] : [{ file, mark, before, after, edits }],
      ),
    worldOf: () => {
      const texts = new Map([...kept].map(([place, { after }]) => [place, new TextEncoder().encode(after)]))
      const contents = [...spelled(places, sources)].map(([file, place]) => [file, texts.get(place)] as const)
      return { ...world, sources: withTexts(sources, texts, contents) }
    },
  }
}

/** With what a definition was typed as: the check of the drafts is asked for that again. */
function spelled(places: ReadonlyMap<string, string>, { names }: Sources): ReadonlyMap<string, string> {
  const typed = [...names].map(([file, name]) => [file, places.get(name)] as const)
  return new Map([...places, ...typed.flatMap(([file, place]) => (place ? [[file, place] as const] : []))])
}

function createDraft({ after: text, format, read = readDocument(text, format) }: Kept): Draft {
  return { outline: createOutline(text, format, read), read }
}

/** Reads these texts, by where they are and by the names of definitions, in the place of files. */
function withTexts(
  sources: Sources,
  texts: ReadonlyMap<string, Uint8Array>,
  contents: readonly (readonly [string, Uint8Array | undefined])[],
): Sources {
  const read: Sources['read'] = async (file, noun) => {
    const bytes = texts.get(await resolvePlace(sources, file))
    return bytes === undefined ? sources.read(file, noun) : createSourceFile(file, bytes, noun)
  }
  const given = contents.flatMap(([file, bytes]) => (bytes ? [[file, bytes] as const] : []))
  return createSourcesWithReader({ ...sources, read }, new Map(given))
}
