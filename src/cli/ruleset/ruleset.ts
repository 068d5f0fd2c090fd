import type { Command } from 'commander'
import type { Context } from '../terminal/context.ts'
import { addRulesetCode } from './ruleset-code.ts'
import { addRulesetImpact } from './ruleset-impact.ts'
import { addRulesetImport } from './ruleset-import.ts'
import { addRulesetTest } from './ruleset-test.ts'
import { addRulesetValidate } from './ruleset-validate.ts'
import { addSavedRulesets } from './saved-rulesets.ts'

export function add(ruleset: Command, context: Context): void {
  ruleset.description(
    'Looks up saved rulesets on the dashboard, keeps them in step with a folder, and validates, tests and imports ruleset files.',
  )
  addSavedRulesets(ruleset, context)
  addRulesetCode(ruleset, context)
  addRulesetImpact(ruleset, context)
  addRulesetValidate(ruleset, context)
  addRulesetTest(ruleset, context)
  addRulesetImport(ruleset, context)
}
