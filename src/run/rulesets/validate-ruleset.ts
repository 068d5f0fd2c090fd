import { parseDocument } from '../../document/document.ts'
import { type Drafts, loadDrafts } from '../../engine/ruleset/load-ruleset.ts'
import { RulesetError, type RulesetProblem } from '../../engine/ruleset/ruleset-error.ts'
import type { RulesetSource } from '../../engine/ruleset/ruleset-source.ts'
import { GovError } from '../../model/errors.ts'
import type { SeverityCounts } from '../../model/severity.ts'
import type { Sources } from '../sources.ts'
import { openRulesetSource } from './ruleset-source.ts'

/** What is wrong with a ruleset file, or what it holds. */
export interface RulesetValidation {
  readonly file: string
  readonly valid: boolean
  readonly problems: readonly RulesetFault[]
  /** What is allowed, and hardly meant. */
  readonly warnings?: readonly RulesetFault[]
  readonly extends?: readonly string[]
  readonly rules?: RuleCounts
}

export type RulesetFault = Partial<RulesetProblem>

interface RuleCounts extends SeverityCounts {
  readonly on: number
  readonly off: number
  /** How many of the enabled rules the file itself defines. */
  readonly own: number
}

/** Reads a ruleset file and what it extends. */
export async function validateRuleset(
  file: string,
  sources: Sources,
  trustPaths = false,
): Promise<RulesetValidation> {
  try {
    const { source, read } = await openRulesetSource(file, sources, trustPaths)
    const drafts = await loadDrafts(source, { read })
    const warnings = await unknownNames(drafts, source)
    return { file, valid: true, problems: [], warnings, ...factsOf(drafts, file) }
  } catch (error) {
    if (error instanceof RulesetError) return { file, valid: false, problems: error.problems }
    if (error instanceof GovError) return { file, valid: false, problems: [{ reason: error.message }] }
    throw error
  }
}

/** A rule of the file whose `given` names what no version of OpenAPI has matches nothing, and would pass everything. */
async function unknownNames({ rules }: Drafts, source: RulesetSource): Promise<readonly RulesetFault[]> {
  const { findUnknownName } = await import('../../engine/ruleset/unknown-names.ts')
  const { locate } = parseDocument(source.text, source.format)
  return [...rules.values()].flatMap(({ id, given, givenBy }) => {
    if (givenBy !== source.name) return []
    const queries = new Map(given.flatMap((each) => each.queries).map((query) => [query.text, query]))
    return [...queries.values()].flatMap((query) => {
      const unknown = findUnknownName(query)
      if (unknown === undefined) return []
      const { start_line: line, start_char: column } = locate(['rules', id, 'given'])
      const question = unknown.meant === undefined ? '' : `; did you mean "${unknown.meant}"?`
      const reason = `no OpenAPI version has "${unknown.name}" where ${query.text} looks${question}`
      return [{ file: source.name, line, column, rule: id, key: 'given', reason }]
    })
  })
}

function factsOf({ rules, extensions }: Drafts, file: string): Pick<RulesetValidation, 'extends' | 'rules'> {
  const on = [...rules.values()].filter((rule) => rule.enabled && !rule.off)
  const count = (severity: string) => on.filter((rule) => rule.severity === severity).length
  return {
    extends: extensions.map(({ reference, mode }) => (mode ? `${reference} (${mode})` : reference)),
    rules: {
      on: on.length,
      off: rules.size - on.length,
      own: on.filter(({ owner }) => owner === file).length,
      error_count: count('error'),
      warn_count: count('warn'),
      info_count: count('info'),
      hint_count: count('hint'),
    },
  }
}
