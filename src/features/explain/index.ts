export { findRules } from './find-rules.ts'
export { explanationView } from './views.ts'
