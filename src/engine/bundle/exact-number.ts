import type { Path } from '../../model/location.ts'
import type { SourceDocument } from '../../model/source-document.ts'
import { BundleError } from './bundle-error.ts'

/** The number, or the integer that is written where a number would be another one. Throws BundleError for one that JSON has not. */
export function exactNumber(
  value: number,
  document: SourceDocument,
  { name, path }: { readonly name: string | undefined; readonly path: Path },
): number | bigint {
  if (Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value))) return value
  const written = document.textOf(path)
  if (/^[-+]?\d+$/.test(written)) return BigInt(written.replace('+', ''))
  const isRounded = /^[-+]?[\d.]+e[-+]?\d+$/i.test(written)
  if (Number.isFinite(value) && isRounded) return value
  throw new BundleError(`JSON has no such number: ${value}`, name, path)
}
