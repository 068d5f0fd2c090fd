export {
  builtinDraft,
  builtinNames,
  dashboardDrafts,
  fileDrafts,
  type KnownRuleset,
} from './explain-rulesets.ts'
export { findRules, findUsedRulesets } from './find-rules.ts'
export { explanationView } from './views.ts'
