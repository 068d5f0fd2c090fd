export { type RulesetTestResult, testRuleset } from './test-ruleset.ts'
export { type RulesetFault, validateRuleset } from './validate-ruleset.ts'
