/** What is known of a file without reading all of it. */
export interface OpenFile {
  /** Any kind of path. */
  readonly name: string
  /** Where it begins. */
  readonly text: string
}

const named = /^\.?(?:governance(?:rc)?(?:\.(?:ya?ml|json))?|spectral\.(?:ya?ml|json))$/
const definition = /^[\s{]*["']?(?:openapi|swagger)["']?\s*:|"(?:openapi|swagger)"\s*:/m
const rulesetKey = /^[ \t{]*["']?(?:extends|rules|aliases|overrides)["']?[ \t]*:/m
const ruleset = /\b(?:spectral|vacuum):(?:oas|owasp|all)\b|["']?\bgiven["']?[ \t]*:/

/** Whether gov may have something to say of a file: before there is one, it need not run. The server decides. */
export function isOfGov({ name, text }: OpenFile): boolean {
  const base = name.replace(/^.*[\\/]/, '')
  return named.test(base) || definition.test(text) || (rulesetKey.test(text) && ruleset.test(text))
}
