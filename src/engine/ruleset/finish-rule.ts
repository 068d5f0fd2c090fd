import type { Rule } from '../rule.ts'
import { builtinRulesets } from '../rulesets/index.ts'
import { bothFormats } from './format-names.ts'
import type { RuleDraft } from './rule-draft.ts'

/**
 * The rule of a draft: one, or several of the same id where scoped aliases make it look elsewhere by format. At
 * most one of those applies to a document.
 */
export function finishRule(draft: RuleDraft): readonly Rule[] {
  const { id, description, message, howToFix, documentationUrl, severity, dated, then, resolved } = draft
  return draft.given.map(({ formats, queries }) => ({
    id,
    description,
    message,
    howToFix,
    documentationUrl,
    severity,
    ...(dated && { dated }),
    given: queries,
    then,
    formats: bothFormats(draft.formats, formats),
    resolved,
    isBuiltIn: builtinRulesets.has(draft.givenBy),
  }))
}
