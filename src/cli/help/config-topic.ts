import { flagNames } from '../../settings/flags.ts'
import { hintFor } from '../../settings/hints.ts'
import { knownKeys } from '../../settings/schema.ts'
import { defaults } from '../../settings/settings.ts'
import { meaningsView } from '../terminal/views.ts'

const start = `Config

Found as .governance.yml, .governance.yaml, .governance.json or "governance" in
package.json, from the working directory up to the root of the repository; or
named with --config. A flag wins over the environment, the environment over the
config. Keys that are not here are refused.

`

const end = `
gov config validate says everything that is wrong with it, gov config show where
each value comes from, and gov config schema prints a JSON Schema for editors.
`

/** Every key of the config, from the schema that checks it: what to write, its default and its flag. */
export function configTopic(width: number): string {
  const keys = [...knownKeys()].flatMap(([mapping, names]) =>
    names.map((name) => (mapping === '' ? name : `${mapping}.${name}`)),
  )
  const values = keys.filter((key) => !knownKeys().has(key)).sort((a, b) => rank(a) - rank(b))
  const rows = values.map((key) => [key, [hintFor(key), defaultOf(key), flagOf(key)].join('')] as const)
  return start + meaningsView(rows, width) + end
}

/** A mapping's values stand where the file's own order has the mapping. */
function rank(key: string): number {
  const top = /^[^.[]+/.exec(key)?.[0] ?? key
  return (knownKeys().get('') ?? []).indexOf(top)
}

function defaultOf(key: string): string {
  const found = Object.entries(defaults).find(([name]) => name === key)?.[1]
  if (found === undefined) return ''
  const { value } = found
  return ` Default: ${typeof value === 'number' && value >= 1000 ? durationText(value) : value}.`
}

function durationText(milliseconds: number): string {
  const seconds = milliseconds / 1000
  return seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`
}

function flagOf(key: string): string {
  const flag = flagNames.get(key)
  return flag === undefined ? '' : ` Flag: ${flag}.`
}
