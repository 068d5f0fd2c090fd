import type { Drafts } from '../../engine/ruleset/load-ruleset.ts'
import type { RulesetProblem } from '../../engine/ruleset/ruleset-error.ts'
import { unknownKeywords } from '../../engine/ruleset/unknown-keyword.ts'
import { isRecord } from '../../model/record.ts'

/** Words in the schemas of a file's rules that are nearly a keyword: what they ask for would be checked nowhere. */
export function misspeltKeywords({ rules, locate }: Drafts, file: string): readonly RulesetProblem[] {
  const own = [...rules.values()].filter(({ givenBy, enabled, off }) => givenBy === file && enabled && !off)
  return own.flatMap(({ id, then }) =>
    then.flatMap(({ function: { name }, written }, index) => {
      if (name !== 'schema' || !isRecord(written)) return []
      const at = ['rules', id, 'then', ...(then.length === 1 ? [] : [index]), 'functionOptions', 'schema']
      return unknownKeywords(written.schema, at).map(({ name: found, meant, path }) => {
        const { start_line: line, start_char: column } = locate(path)
        const reason = `unknown keyword "${found}"; did you mean "${meant}"?`
        return { file, line, column, rule: id, key: 'then.functionOptions.schema', reason }
      })
    }),
  )
}
