import type { Command } from 'commander'
import type { Context } from '../terminal/context.ts'
import { addRulesetTest } from './ruleset-test.ts'
import { addRulesetValidate } from './ruleset-validate.ts'

/** The commands on ruleset files. */
export function add(ruleset: Command, context: Context): void {
  ruleset.description(
    'Looks up saved rulesets on the dashboard, keeps them in step with a folder, and validates, tests and imports ruleset files.',
  )
  addRulesetValidate(ruleset, context)
  addRulesetTest(ruleset, context)
}
