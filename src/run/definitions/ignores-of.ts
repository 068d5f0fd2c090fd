import { listIgnores } from '../../gate/inline/inline-ignores.ts'
import type { DefinitionIgnores } from '../../model/asked.ts'
import type { SentDefinition } from './bundle-definition.ts'

type Text = Pick<SentDefinition, 'value' | 'file' | 'locateKey' | 'writtenAt'>

/** What a definition's `x-lint-ignore` name, and where the first of them is; undefined: it has none. */
export function ignoresOf({ value, file, locateKey, writtenAt }: Text): DefinitionIgnores | undefined {
  const all = listIgnores(value)
  const [path] = all.keys()
  if (path === undefined) return undefined
  const written = writtenAt?.(path)
  return {
    rules: [...new Set([...all.values()].flat())].sort(),
    file: written?.file ?? file,
    line: (written?.location ?? locateKey(path)).start_line,
  }
}
