import type { Path } from '../model/location.ts'
import type { Range } from './lines.ts'

/** A key that readers of a document may understand differently: the path that it leads to, and where it stands. */
export interface KeyFault {
  readonly path: Path
  readonly range: Range
  /** `repeated`: the mapping has it already, and this one wins. The others: YAML reads it as no text. */
  readonly kind: 'repeated' | 'number' | 'boolean' | 'null'
}
