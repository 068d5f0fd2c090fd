import { parseDocument } from '../../../../src/core/document/document.ts'
import { evaluate } from '../../../../src/engine/evaluate.ts'
import { loadRuleset } from '../../../../src/engine/load-ruleset.ts'

/** A rule, a document, and where the rule finds something in it: nowhere means that the document passes. */
export type Row = readonly [rule: string, document: string, ...places: readonly string[]]

/** The places of a rule's issues, keys joined by `|`. Only that rule of `spectral:oas` is on. */
export async function placesOf(rule: string, text: string): Promise<string[]> {
  const ruleset = JSON.stringify({ extends: [['spectral:oas', 'off']], rules: { [rule]: true } })
  const read = () => Promise.reject(new Error('there are no files'))
  const { rules } = await loadRuleset({ name: 'rules.json', text: ruleset, format: 'json' }, { read })
  const issues = evaluate(parseDocument(text, 'yaml'), { rules })
  return issues.filter((issue) => issue.rule.id === rule).map(({ path }) => path.join('|'))
}

/** The three versions of a document, by what stands after the line that says which it is. */
export const version2 = (rest: string) => `swagger: '2.0'\n${rest}`
export const version30 = (rest: string) => `openapi: 3.0.3\n${rest}`
export const version31 = (rest: string) => `openapi: 3.1.0\n${rest}`
export const version32 = (rest: string) => `openapi: 3.2.0\n${rest}`

/** The same rows for documents of every version. */
export function inEveryVersion(rows: readonly Row[]): Row[] {
  return [version2, version30, version31].flatMap((version) =>
    rows.map(([rule, text, ...places]): Row => [rule, version(text), ...places]),
  )
}
