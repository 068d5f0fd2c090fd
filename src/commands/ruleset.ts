import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { addRulesetGet } from './ruleset-get.ts'
import { addRulesetList } from './ruleset-list.ts'

export function addRuleset(program: Command, context: Context, done: (exitCode: number) => void): void {
  const ruleset = program
    .command('ruleset')
    .summary('look rulesets up on the dashboard')
    .description('Looks saved rulesets up on the dashboard.')
  addRulesetGet(ruleset, context, done)
  addRulesetList(ruleset, context, done)
}
