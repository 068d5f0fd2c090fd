import { parseDocument } from '../../../../src/core/document/document.ts'
import { evaluate } from '../../../../src/engine/evaluate.ts'
import { load } from '../../ruleset/load.ts'

/** The places of one rule's issues, as `a|b|c`, in a YAML document; `rules` is the text of a ruleset. */
export async function placesOf(rule: string, document: string, rules: string): Promise<string[]> {
  const ruleset = { rules: (await load(rules)).filter(({ id }) => id === rule) }
  if (ruleset.rules.length === 0) throw new Error(`no rule ${rule}`)
  const issues = evaluate(parseDocument(document, 'yaml'), ruleset)
  return issues.filter((issue) => issue.rule.id === rule).map(({ path }) => path.join('|'))
}

/** A document of version 3 with one schema. */
export function withSchema(schema: string, version = '3.1.0'): string {
  return `openapi: ${version}\ncomponents: {schemas: {Foo: ${schema}}}`
}

/** A document of version 3 with one security scheme. */
export function withScheme(scheme: string): string {
  return `openapi: 3.1.0\ncomponents: {securitySchemes: {main: ${scheme}}}`
}

/** A document of version 3 with one operation, GET /a unless told otherwise. */
export function withOperation(operation: string, method = 'get', top = '{}'): string {
  return `{openapi: 3.1.0, paths: {/a: {${method}: ${operation}}}, ${top.slice(1)}`
}
