import type { Command } from 'commander'
import { exitCodes, usageError } from '../../model/errors.ts'
import { type Explanation, explainRule } from '../../run/explain/explain-rule.ts'
import {
  builtinDrafts,
  dashboardDrafts,
  fileDrafts,
  type KnownRuleset,
} from '../../run/explain/explain-rulesets.ts'
import { findSettings } from '../../run/read-settings.ts'
import { suggestAll } from '../../text/suggest.ts'
import { collect } from '../flags/collect.ts'
import { addServiceFlags, helpEnd, type ServiceFlags } from '../flags/service-flags.ts'
import { serviceRequest } from '../flags/use-service.ts'
import type { Context } from '../terminal/context.ts'
import { jsonView } from '../terminal/views.ts'
import { explanationView, ruleListView } from './explain-view.ts'

export interface ExplainFlags extends ServiceFlags {
  readonly rulesetFile?: readonly string[]
}

const examples = [
  'gov explain oas3-unused-component',
  'gov explain operation-summary --ruleset-file rules.yaml',
  'gov explain owasp-rate-limit --json',
  'gov explain | grep tags',
]

export function addExplain(program: Command, context: Context, done: (exitCode: number) => void): void {
  const command = program
    .command('explain')
    .summary('explain a rule and how to fix its issues')
    .description(
      'Explains what a rule requires, why, how to fix its issues, where it looks and which rulesets have it, with a document\n' +
        'that fails and one that passes. Searches the ruleset files, the configured dashboard or the embedded\n' +
        'workspace, and the built-in rulesets. Without a rule, lists the known rules.',
    )
    .argument('[rule]', 'rule id, as shown in issues')
    .option('--ruleset-file <file>', 'local ruleset to search first; repeatable', collect)
  addServiceFlags(command)
    .addHelpText('after', helpEnd(examples, 'user'))
    .action(async (rule: string | undefined, flags: ExplainFlags) =>
      done(await runExplain(rule, flags, context)),
    )
}

/** Throws GovError, usage: no ruleset at hand has the rule, or one that was named cannot be read. */
export async function runExplain(
  rule: string | undefined,
  flags: ExplainFlags,
  context: Context,
): Promise<number> {
  const request = serviceRequest(flags)
  const { settings } = await findSettings(request, context)
  const files = flags.rulesetFile ?? settings.ruleset_files?.value ?? []
  const local = await fileDrafts(files, context.sources, flags.trustPaths)
  const { rulesets, faults } = await dashboardDrafts(settings, request, context)
  const known = [...local, ...rulesets, ...(await builtinDrafts())]
  const { io, observe, sources } = context
  for (const fault of faults) observe.warning(fault)
  if (rule === undefined) {
    await io.stdout.write(ruleListView(known, flags.json === true))
    return exitCodes.pass
  }
  const explanation = await explainRule(rule, known, files, sources)
  if (explanation === undefined) throw unknownRule(rule, known, faults.length > 0)
  await io.stdout.write(textOf(explanation, flags, context))
  return exitCodes.pass
}

function textOf(explanation: Explanation, { json }: ExplainFlags, { io }: Context): string {
  return json ? jsonView(explanation) : explanationView(explanation, io.width)
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
