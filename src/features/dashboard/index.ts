export { apiFields } from './api-command.ts'
export { rulesetFields } from './ruleset-command.ts'
export { userFields } from './user-command.ts'
