import type { Command } from 'commander'
import type { SavedRuleset } from '../../contract/rulesets.ts'
import type { DashboardClient } from '../../dashboard/client.ts'
import type { RulesetFilter } from '../../dashboard/rulesets.ts'
import { exitCodes } from '../../model/errors.ts'
import type { Row } from '../../reporters/table/columns.ts'
import { addServiceFlags, helpEnd, type ServiceFlags } from '../flags/service-flags.ts'
import { useService } from '../flags/use-service.ts'
import type { Context } from '../terminal/context.ts'
import { writePages } from '../terminal/write-pages.ts'

export interface RulesetListFlags extends ServiceFlags {
  readonly category?: string
  readonly query?: string
  readonly templates?: boolean
}

const examples = [
  'gov ruleset list',
  'gov ruleset list --category payments',
  'gov ruleset list --templates',
  "gov ruleset list --json | jq -r '.rulesets[].ruleset_id'",
]

export function addRulesetList(parent: Command, context: Context, done: (exitCode: number) => void): void {
  const command = parent
    .command('list')
    .summary('list the rulesets of the organisation')
    .description('Lists the rulesets by name. Templates have a separate list.')
    .option('--category <name>', 'only rulesets in this category')
    .option('--query <text>', 'only rulesets with this text in their name')
    .option('--templates', 'list the templates instead')
  addServiceFlags(command)
    .addHelpText('after', helpEnd(examples, 'user'))
    .action(async (flags: RulesetListFlags) => done(await runRulesetList(flags, context)))
}

export async function runRulesetList(flags: RulesetListFlags, context: Context): Promise<number> {
  const { category, query, templates } = flags
  const view = { key: 'rulesets', json: flags.json === true, head, rowOf }
  const count = await useService('user', flags, context, (client) =>
    writePages(pagesOf(client, { category, query, templates }), view, context),
  )
  if (count === 0) await context.io.stderr.write('No rulesets match.\n')
  return exitCodes.pass
}

async function* pagesOf(client: DashboardClient, filter: RulesetFilter) {
  for await (const { rulesets, pages } of client.listRulesets(filter)) yield { items: rulesets ?? [], pages }
}

const head: Row = ['ID', 'NAME', 'ACTION', 'ACTIVE', 'APPLIES TO', 'CATEGORIES']

function rowOf({
  ruleset_id,
  name = '',
  action = '',
  active,
  resource_type = '',
  categories,
}: SavedRuleset): Row {
  const isActive = active === undefined ? '' : active ? 'yes' : 'no'
  return [ruleset_id, name, action, isActive, resource_type, categories?.join(', ') ?? '']
}
