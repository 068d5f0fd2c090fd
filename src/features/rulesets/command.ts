import type { Command } from 'commander'
import type { Context } from '../../terminal/context.ts'
import { addRulesetTest } from './test-command.ts'
import { addRulesetValidate } from './validate-command.ts'

/** The commands on ruleset files. */
export function add(ruleset: Command, context: Context): void {
  ruleset.description(
    'Looks up saved rulesets on the dashboard, keeps them in step with a folder, and validates, tests and imports ruleset files.',
  )
  addRulesetValidate(ruleset, context)
  addRulesetTest(ruleset, context)
}
