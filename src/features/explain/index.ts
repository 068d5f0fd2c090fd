export { findRules, findUsedRulesets } from './find-rules.ts'
export { explanationView } from './views.ts'
