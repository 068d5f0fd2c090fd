import { type Drafts, loadDrafts } from '../../engine/ruleset/load-ruleset.ts'
import { RulesetError, type RulesetProblem } from '../../engine/ruleset/ruleset-error.ts'
import { GovError } from '../../model/errors.ts'
import type { SeverityCounts } from '../../model/severity.ts'
import type { Sources } from '../sources.ts'
import { openRulesetSource } from './ruleset-source.ts'

/** What is wrong with a ruleset file, or what it holds. */
export interface RulesetValidation {
  readonly file: string
  readonly valid: boolean
  readonly problems: readonly RulesetFault[]
  readonly extends?: readonly string[]
  readonly rules?: RuleCounts
}

export type RulesetFault = Partial<RulesetProblem>

interface RuleCounts extends SeverityCounts {
  readonly on: number
  readonly off: number
  /** Of those that are on: the file brings them in itself. */
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
    return { file, valid: true, problems: [], ...factsOf(await loadDrafts(source, { read }), file) }
  } catch (error) {
    if (error instanceof RulesetError) return { file, valid: false, problems: error.problems }
    if (error instanceof GovError) return { file, valid: false, problems: [{ reason: error.message }] }
    throw error
  }
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
