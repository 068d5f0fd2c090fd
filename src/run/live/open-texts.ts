import type { Stamp } from '../stamp.ts'

/** A file as it is in an editor. */
export interface OpenText {
  /** Absolute: the name that stands for the file, which may have others. */
  readonly path: string
  /** Where its names lead. */
  readonly realPath: string
  readonly text: string
  /** Differs from that of every other text, and from those of files. */
  readonly stamp: Stamp
}

/** Takes an absolute path. Undefined for a file that is not open. */
export type OpenTexts = (path: string) => OpenText | undefined
