import { basename, dirname } from 'node:path'
import { configPlaces } from '../../settings/load/discover.ts'

/** What gov reads, besides definitions. */
export type FileKind = 'config' | 'ruleset'

const lintersRuleset = /^\.?spectral\.(?:ya?ml|json)$/
const head = 20_000

/**
 * What a file is, by its name, else by what rulesets have and nothing else does: many a JSON or YAML file of other
 * programs has rules, or extends something.
 */
export function kindOfFile(path: string, text: string): FileKind | undefined {
  const name = basename(path)
  const inFolder = `${basename(dirname(path))}/${name}`
  if (configPlaces.includes(name) || configPlaces.includes(inFolder)) return 'config'
  if (lintersRuleset.test(name)) return 'ruleset'
  if (!/\.(?:ya?ml|json)$/i.test(name)) return undefined
  const start = text.slice(0, head)
  if (/^[\s{]*["']?(?:openapi|swagger)["']?\s*:/m.test(start)) return undefined
  return isRuleset(start) ? 'ruleset' : undefined
}

/** What no ruleset is, whatever the config says: a key of its own, which names the version of OpenAPI. */
export function isDefinition(path: string, text: string): boolean {
  const start = text.slice(0, head)
  if (/\.json$/i.test(path)) return /^\s*\{\s*"(?:openapi|swagger)"\s*:/.test(start)
  return /^["']?(?:openapi|swagger)["']?[ \t]*:/m.test(start)
}

function isRuleset(text: string): boolean {
  const hasKey = /^[ \t{]*["']?(?:extends|rules|aliases|overrides)["']?[ \t]*:/m.test(text)
  return hasKey && /\b(?:spectral|vacuum):(?:oas|owasp|all)\b|["']?\bgiven["']?[ \t]*:/.test(text)
}
