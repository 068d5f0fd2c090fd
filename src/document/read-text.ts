import type { Path } from '../model/location.ts'
import type { KeyFault } from './key-fault.ts'
import type { Range } from './lines.ts'
import type { Tree } from './tree.ts'

/** Text that has been parsed; the rest is found in it when it is asked for. */
export interface ReadText {
  readonly value: unknown
  /** Where the value at a path stands. */
  readonly place: (path: Path) => Range
  readonly keyFaults: () => readonly KeyFault[]
}

/** YAML that has been parsed, by whichever reader. */
export interface ReadYaml extends Pick<ReadText, 'value' | 'keyFaults'> {
  readonly tree: () => Tree
}
