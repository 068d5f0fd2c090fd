import type { Path } from '../../core/model/location.ts'
import { once } from '../../core/model/once.ts'
import { isObject, iterateValues } from '../../core/model/record.ts'
import type { SourceDocument } from '../../core/model/source-document.ts'
import type { ReferencedFiles } from '../../engine/referenced-files.ts'
import { stepRefs } from '../../engine/refs.ts'
import type { ApiSource } from '../breaking/document.ts'
import { isDecimal } from '../breaking/numbers.ts'

/** A definition as breaking changes are looked for in it: reference by reference, and with the digits of its numbers. */
export function apiSource(document: SourceDocument, files: ReferencedFiles): ApiSource {
  const places = once(() => findHolders([document, ...files.documents.values()].filter(hasLongNumbers)))
  return {
    root: document.value,
    step: stepRefs(document.value, files),
    digits: (holder, key) => {
      const place = places().get(holder)
      return place && readDigits(place.document, [...place.path, key])
    },
  }
}

/** Only of such texts the places are looked up: that takes time. */
function hasLongNumbers({ text }: SourceDocument): boolean {
  return /[\d._]{16}|\de[-+]?\d{3}|0[xo][\da-f_]{14}|0b[01_]{53}/i.test(text)
}

interface SourcePlace {
  readonly document: SourceDocument
  readonly path: Path
}

/** Where objects and lists are written, also those that YAML has under several paths. */
function findHolders(documents: readonly SourceDocument[]): ReadonlyMap<unknown, SourcePlace> {
  const found = new Map<unknown, SourcePlace>()
  for (const document of documents)
    for (const { path, value } of iterateValues(document.value))
      if (isObject(value) && !found.has(value)) found.set(value, { document, path })
  return found
}

function readDigits(document: SourceDocument, path: Path): string | undefined {
  const digits = plainDigits(aliased(document.textOf(path).trim(), document))
  return isDecimal(digits) ? digits : undefined
}

function aliased(written: string, { text }: SourceDocument): string {
  if (!written.startsWith('*')) return written
  const anchors = [...text.matchAll(/&([^\s,[\]{}]+)\s+([^\s,\]}]+)/g)]
  return anchors.findLast(([, name]) => name === written.slice(1))?.[2] ?? written
}

/** Without a tag, an anchor or the quotes that a tagged number may have. YAML has hexadecimal, octal and binary numbers, too. */
function plainDigits(written: string): string {
  const number = written
    .replace(/^(?:[!&]\S+\s+)*/, '')
    .replace(/^(["'])(.*)\1$/, '$2')
    .replaceAll('_', '')
  const [, sign = '', digits] = /^([-+]?)(0[xob][\da-f]+)$/i.exec(number) ?? []
  return digits === undefined ? number : `${sign}${BigInt(digits.toLowerCase())}`
}
