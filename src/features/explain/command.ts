import type { Command } from 'commander'
import { breakingRuleset } from '../../core/model/breaking.ts'
import type { Context } from '../../terminal/context.ts'
import { lookupRequest, type ServiceCall, serviceCommands } from '../../terminal/flags/service-command.ts'
import { collect } from '../../terminal/flags/setting-flags.ts'
import { findRules } from './find-rules.ts'
import { explanationView, listRules, ruleListView } from './views.ts'

const examples = [
  'gov explain oas3-unused-component',
  'gov explain operation-summary --ruleset-file rules.yaml',
  'gov explain owasp-rate-limit --json',
  'gov explain | grep tags',
  'gov explain gov:breaking',
]

export function add(explain: Command, context: Context): void {
  explain
    .description(
      'Explains what a rule requires, why, how to fix its issues, where it looks and which rulesets have it, with a document\n' +
        'that fails and one that passes. Searches the ruleset files, the configured dashboard or the embedded\n' +
        'workspace, and the built-in rulesets. Without a rule, lists the known rules; for gov:breaking, those of breaking changes.',
    )
    .argument('[rule]', 'rule id, as shown in issues')
    .option('--ruleset-file <file>', 'local ruleset to search first; repeatable', collect)
  serviceCommands('user', context)(explain, examples, runExplain)
}

/** Throws GovError, usage: no ruleset at hand has the rule, or one that was named cannot be read. */
async function runExplain(call: ServiceCall<{ readonly rulesetFile?: readonly string[] }>): Promise<void> {
  const { flags, context, print } = call
  const [rule] = call.args
  const { known, breaking, faults, explain } = await findRules(
    lookupRequest(flags),
    flags.rulesetFile,
    context,
  )
  for (const fault of faults) context.observe.warning(fault)
  if (rule === undefined || rule === breakingRuleset) {
    const rules = listRules(rule === undefined ? known : [], breaking)
    return print({ rules }, ruleListView(rules))
  }
  const explanation = await explain(rule)
  await print(explanation, explanationView(explanation, context.io.width))
}
