import { createApiSource } from '../../../src/check/base/compare-versions.ts'
import type { BreakingChange } from '../../../src/check/breaking/api-change.ts'
import { compareApis } from '../../../src/check/breaking/compare-apis.ts'
import type { DeprecationDays } from '../../../src/check/breaking/lifecycle.ts'
import { parseDocument } from '../../../src/core/document/document.ts'
import type { Path } from '../../../src/core/model/location.ts'
import { getValue } from '../../../src/core/model/record.ts'
import { noFiles } from '../../../src/engine/openapi/files.ts'
import { readReferences } from '../../../src/engine/openapi/references.ts'

export const today = '2026-11-23'

/** What breaks between two definitions in YAML. */
export function changesBetween(
  base: string,
  head: string,
  deprecationDays?: DeprecationDays,
): readonly BreakingChange[] {
  return compareApis(readYaml(base), readYaml(head), { today, deprecationDays }).breaking
}

export function readYaml(text: string) {
  return createApiSource(parseDocument(text, 'yaml'), noFiles)
}

export function readValue(root: unknown) {
  return {
    root,
    step: readReferences(root).step,
    find: (path: Path) => getValue(root, path),
    nameFile: String,
  }
}
