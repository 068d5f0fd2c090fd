import type { Command } from 'commander'
import { breakingRules } from '../../check/breaking/rules/index.ts'
import { builtinRuleset } from '../../check/config/read-settings.ts'
import { builtinNames, type KnownRuleset } from '../../check/rulesets/known-rulesets.ts'
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
  'gov explain spectral:oas',
  'gov explain gov:breaking',
]

export function add(explain: Command, context: Context): void {
  explain
    .description(
      'Explains what a rule requires, why, how to fix its issues, where it looks and which rulesets have it, with a document\n' +
        'that fails and one that passes. Searches the ruleset files, the configured dashboard or the embedded\n' +
        'workspace, and the built-in rulesets. Without a rule, lists those that are checked here; for a ruleset, its rules.',
    )
    .argument('[rule]', 'rule id, as shown in issues, or a ruleset, such as spectral:oas')
    .option('--ruleset-file <file>', 'local ruleset to search first; repeatable', collect)
  serviceCommands('user', context)(explain, examples, runExplain)
}

const othersNote = `Others: gov explain RULESET, which is ${[...builtinNames, breakingRuleset].join(', ')}\n`

/** The rulesets of the config or the workspace; the built-in ones where there is neither. */
function selectInForce(known: readonly KnownRuleset[]): readonly KnownRuleset[] {
  const chosen = known.filter(({ from }) => from !== 'built-in')
  return chosen.length > 0 ? chosen : known.filter(({ name }) => name === builtinRuleset)
}

/** By its file, or by its id where no rule is called so. */
function isNamed({ name, id }: KnownRuleset, wanted: string, known: readonly KnownRuleset[]): boolean {
  return name === wanted || (id === wanted && !known.some(({ drafts }) => drafts.rules.has(wanted)))
}

/** Throws GovError, usage: no ruleset at hand has the rule, or one that was named cannot be read. */
async function runExplain(call: ServiceCall<{ readonly rulesetFile?: readonly string[] }>): Promise<void> {
  const { flags, context, print } = call
  const [rule] = call.args
  const found = await findRules(lookupRequest(flags), flags.rulesetFile, context)
  for (const fault of found.faults) context.observe.warning(fault)
  const listed =
    rule === undefined
      ? listRules(selectInForce(found.known))
      : rule === breakingRuleset
        ? listRules([], breakingRules)
        : listRules(found.known.filter((ruleset) => isNamed(ruleset, rule, found.known)))
  if (rule === undefined || listed.length > 0) {
    if (rule === undefined && listed.length > 0 && !flags.json) await context.io.stderr.write(othersNote)
    return print({ rules: listed }, ruleListView(listed))
  }
  const explanation = await found.explain(rule)
  await print(explanation, explanationView(explanation, context.io.proseWidth))
}
