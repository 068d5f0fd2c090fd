import type { PlacedKeyFault } from '../model/source-document.ts'
import type { Range } from './lines.ts'
import type { Tree } from './tree.ts'

export interface KeyFault extends Pick<PlacedKeyFault, 'path' | 'kind'> {
  readonly range: Range
}

/** Text that has been parsed; the rest is found in it on demand. */
export interface ParsedText {
  readonly value: unknown
  /** Read by `simple/`. */
  readonly isSimple?: boolean
  readonly tree: () => Tree
  readonly keyFaults: () => readonly KeyFault[]
}
