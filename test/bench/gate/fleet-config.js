import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes a config of `apis` saved APIs and gives its name; ids are 32 hexadecimal characters, as a dashboard makes them. */
export function writeFleetConfig(scratch, { name, apis, rulesets = 1, categories }) {
  const ids = Array.from(
    { length: apis },
    (_, index) => `b84fe1a04e5648927971c05579${index.toString(16).padStart(6, '0')}`,
  )
  const selector = categories
    ? `categories: [${categories.join(', ')}]`
    : `ruleset_ids: [${Array.from({ length: rulesets }, (_, index) => `rs-${index}`).join(', ')}]`
  const lines = ['version: 1', 'policy: { fail_on: never }', selector, 'api_ids:']
  const file = join(scratch, `${name}.yml`)
  writeFileSync(file, [...lines, ...ids.map((id) => `  - ${id}`), ''].join('\n'))
  return file
}
