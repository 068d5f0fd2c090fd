export { findRules, findUsedRulesets } from './find-rules.ts'
export { withRuleHelp } from './rule-help.ts'
export { explanationView } from './views.ts'
