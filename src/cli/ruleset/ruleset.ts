import type { Command } from 'commander'
import type { Context } from '../terminal/context.ts'
import { addRulesetGet } from './ruleset-get.ts'
import { addRulesetList } from './ruleset-list.ts'
import { addRulesetTest } from './ruleset-test.ts'
import { addRulesetValidate } from './ruleset-validate.ts'

export function addRuleset(program: Command, context: Context, done: (exitCode: number) => void): void {
  const ruleset = program
    .command('ruleset')
    .summary('look up rulesets; validate and test ruleset files')
    .description('Looks up saved rulesets on the dashboard, and validates and tests ruleset files.')
  addRulesetGet(ruleset, context, done)
  addRulesetList(ruleset, context, done)
  addRulesetValidate(ruleset, context, done)
  addRulesetTest(ruleset, context, done)
}
