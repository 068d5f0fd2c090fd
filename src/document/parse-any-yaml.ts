import { parseYaml } from './parse-yaml.ts'
import type { ReadYaml } from './read-text.ts'

/**
 * Any YAML, by js-yaml. Throws ParseError. In the build this module loads the file that js-yaml is in when the first
 * text comes: documents are JSON, or YAML that the simple reader reads, nearly always.
 */
export function parseAnyYaml(text: string): ReadYaml {
  return parseYaml(text)
}
