import type { Format } from '../model/formats.ts'
import type { Fence } from './load/fence.ts'

/** A report that a run writes to a file, in addition to what it prints. */
export interface ReportFile {
  readonly format: Format
  readonly output: string
  /** The folder that it must stay in; undefined for a file that the caller names. */
  readonly fence?: Fence | undefined
}
