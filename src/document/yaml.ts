import { parseYaml } from './parse-yaml.ts'
import { createPlaces } from './places.ts'
import type { ReadText } from './read-text.ts'
import { readSimpleYaml } from './simple/read.ts'

/** Reads one YAML document. Of a key that occurs twice the last value counts, as in JSON. Throws ParseError. */
export function readYaml(text: string): ReadText {
  const { value, tree, keyFaults } = readSimpleYaml(text) ?? parseYaml(text)
  let places: ReadText['place'] | undefined
  return {
    value,
    place: (path) => {
      places ??= createPlaces(tree())
      return places(path)
    },
    keyFaults,
  }
}
