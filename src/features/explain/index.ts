export { findRules, warnOfUnknownRule } from './find-rules.ts'
export { explanationView } from './views.ts'
