import type { PlacedKeyFault } from '../model/source-document.ts'
import type { Range } from './lines.ts'

/** A key fault by its range in the text. */
export interface KeyFault extends Pick<PlacedKeyFault, 'path' | 'kind'> {
  readonly range: Range
}
