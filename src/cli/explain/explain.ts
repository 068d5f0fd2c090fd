import type { Command } from 'commander'
import { usageError } from '../../model/errors.ts'
import { untilDeadline } from '../../run/deadline.ts'
import { explainRule } from '../../run/explain/explain-rule.ts'
import {
  builtinDrafts,
  dashboardDrafts,
  fileDrafts,
  type KnownRuleset,
} from '../../run/explain/explain-rulesets.ts'
import { findSettings } from '../../run/read-settings.ts'
import { suggestAll } from '../../text/suggest.ts'
import { type Call, serviceCommands, serviceRequest } from '../flags/service-command.ts'
import { collect } from '../flags/setting-flags.ts'
import type { Context, Done } from '../terminal/context.ts'
import { explanationView, ruleListView, rulesOf } from './explain-view.ts'

const examples = [
  'gov explain oas3-unused-component',
  'gov explain operation-summary --ruleset-file rules.yaml',
  'gov explain owasp-rate-limit --json',
  'gov explain | grep tags',
]

export function addExplain(explain: Command, context: Context, done: Done): void {
  explain
    .description(
      'Explains what a rule requires, why, how to fix its issues, where it looks and which rulesets have it, with a document\n' +
        'that fails and one that passes. Searches the ruleset files, the configured dashboard or the embedded\n' +
        'workspace, and the built-in rulesets. Without a rule, lists the known rules.',
    )
    .argument('[rule]', 'rule id, as shown in issues')
    .option('--ruleset-file <file>', 'local ruleset to search first; repeatable', collect)
  serviceCommands('user', context, done)(explain, examples, runExplain)
}

/** Throws GovError, usage: no ruleset at hand has the rule, or one that was named cannot be read. */
async function runExplain(call: Call<{ readonly rulesetFile?: readonly string[] }>): Promise<void> {
  const { flags, context, print } = call
  const [rule] = call.args
  const request = serviceRequest(flags)
  const { settings } = await findSettings(request, context)
  const files = flags.rulesetFile ?? settings.ruleset_files?.value ?? []
  const local = await fileDrafts(files, context.sources, flags.trustPaths)
  const { rulesets, faults } = await dashboardDrafts(settings, request, context)
  const known = [...local, ...rulesets, ...(await builtinDrafts())]
  for (const fault of faults) context.observe.warning(fault)
  if (rule === undefined) {
    const rules = rulesOf(known)
    return print({ rules }, ruleListView(rules))
  }
  const limit = untilDeadline('the explanation', settings['dashboard.deadline'].value, context)
  const explanation = await explainRule(rule, known, files, context.sources, limit)
  if (explanation === undefined) throw unknownRule(rule, known, faults.length > 0)
  await print(explanation, explanationView(explanation, context.io.width))
}

function unknownRule(rule: string, known: readonly KnownRuleset[], isPartial: boolean): Error {
  const ids = [...new Set(known.flatMap(({ drafts }) => [...drafts.rules.keys()]))]
  const near = suggestAll(rule, ids)
  const meant = near.length === 0 ? '' : `Did you mean ${near.map((id) => `"${id}"`).join(', ')}? `
  const elsewhere = isPartial ? 'Some rulesets could not be searched. ' : ''
  return usageError(
    'rule-unknown',
    `no known ruleset has a rule "${rule}"`,
    `${meant}${elsewhere}For a rule in a file, pass --ruleset-file. gov explain lists the known rules.`,
  )
}
