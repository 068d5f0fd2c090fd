import type { Path } from '../../model/location.ts'

/** Why a definition cannot be bundled. */
export class BundleError extends Error {
  override readonly name = 'BundleError'
  /** Undefined: the definition itself. */
  readonly file: string | undefined
  readonly path: Path

  constructor(reason: string, file: string | undefined, path: Path) {
    super(reason)
    this.file = file
    this.path = path
  }
}
