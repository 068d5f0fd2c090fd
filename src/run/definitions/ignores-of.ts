import { listIgnores } from '../../gate/inline/inline-ignores.ts'
import type { DefinitionIgnores } from '../../model/asked.ts'
import type { Path } from '../../model/location.ts'
import type { SentDefinition } from './bundle-definition.ts'

type Text = Pick<SentDefinition, 'value' | 'file' | 'locateKey' | 'writtenAt'>

/** What a definition's `x-lint-ignore` name, and where the first of them is; undefined: it has none. */
export function ignoresOf(text: Text): DefinitionIgnores | undefined {
  const all = listIgnores(text.value)
  const [path] = all.keys()
  return path && { rules: [...new Set([...all.values()].flat())].sort(), ...placeIn(text, path) }
}

function placeIn({ file, locateKey, writtenAt }: Text, path: Path): Pick<DefinitionIgnores, 'file' | 'line'> {
  const written = writtenAt?.(path)
  return { file: written?.file ?? file, line: (written?.location ?? locateKey(path)).start_line }
}
