import type { Command } from 'commander'
import type { Context, Done } from '../terminal/context.ts'
import { addRulesetCode } from './ruleset-code.ts'
import { addRulesetImpact } from './ruleset-impact.ts'
import { addRulesetImport } from './ruleset-import.ts'
import { addRulesetTest } from './ruleset-test.ts'
import { addRulesetValidate } from './ruleset-validate.ts'
import { addSavedRulesets } from './saved-rulesets.ts'

export function addRuleset(ruleset: Command, context: Context, done: Done): void {
  ruleset.description(
    'Looks up saved rulesets on the dashboard, keeps them in step with a folder, and validates, tests and imports ruleset files.',
  )
  addSavedRulesets(ruleset, context, done)
  addRulesetCode(ruleset, context, done)
  addRulesetImpact(ruleset, context, done)
  addRulesetValidate(ruleset, context, done)
  addRulesetTest(ruleset, context, done)
  addRulesetImport(ruleset, context, done)
}
