export { findRules, findUsedRulesets, withRuleHelp } from './find-rules.ts'
export { explanationView } from './views.ts'
