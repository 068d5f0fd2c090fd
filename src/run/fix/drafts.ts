import { readDocument } from '../../document/read-document.ts'
import type { ReadText } from '../../document/read-text.ts'
import type { Applied } from '../../fix/apply-fixes.ts'
import type { Edit } from '../../fix/change.ts'
import { composeEdits } from '../../fix/compose-edits.ts'
import { createOutline, type Outline } from '../../fix/outline.ts'
import { sourcesOver } from '../sources.ts'
import type { World } from '../world.ts'
import type { FixableIssue, FixedFile } from './fix-result.ts'

/** The definitions of a run as they are so far; the files stay as they are. */
export interface Drafts {
  readonly open: (file: string) => Promise<Draft>
  readonly save: (file: string, applied: Applied<FixableIssue>) => void
  readonly files: () => readonly FixedFile[]
  /** Surroundings in which a check reads the drafts instead of the files. */
  readonly worldOf: () => World
}

export interface Draft {
  readonly outline: Outline
  readonly read: ReadText
}

interface Kept extends Draft {
  readonly before: string
  readonly edits: readonly Edit[]
}

export function createDrafts(world: World): Drafts {
  const kept = new Map<string, Kept>()

  return {
    open: async (file) => {
      const known = kept.get(file)
      if (known) return known
      const { document, format } = await world.sources.readDefinition(file)
      const { text } = document
      const read = readDocument(text, format)
      const draft = { outline: createOutline(text, format, read), read, before: text, edits: [] }
      kept.set(file, draft)
      return draft
    },
    save: (file, { text, read, edits }) => {
      const draft = kept.get(file)
      if (!draft) return
      const outline = createOutline(text, draft.outline.format, read)
      const all = composeEdits(draft.edits, edits, draft.before.length)
      kept.set(file, { outline, read, before: draft.before, edits: all })
    },
    files: () =>
      [...kept].flatMap(([file, { before, edits, outline }]) =>
        outline.text === before ? [] : [{ file, before, after: outline.text, edits }],
      ),
    worldOf: () => {
      const contents = [...kept].map(
        ([file, { outline }]) => [file, new TextEncoder().encode(outline.text)] as const,
      )
      return { ...world, sources: sourcesOver(world.sources, new Map(contents)) }
    },
  }
}
