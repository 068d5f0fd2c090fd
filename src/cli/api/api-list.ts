import type { Command } from 'commander'
import type { ApiDetail } from '../../contract/apis.ts'
import type { ApiFilter } from '../../dashboard/apis.ts'
import type { DashboardClient } from '../../dashboard/client.ts'
import { exitCodes } from '../../model/errors.ts'
import type { Row } from '../../reporters/table/columns.ts'
import { collect } from '../flags/collect.ts'
import { addServiceFlags, helpEnd, type ServiceFlags } from '../flags/service-flags.ts'
import { useService } from '../flags/use-service.ts'
import type { Context } from '../terminal/context.ts'
import { writePages } from '../terminal/write-pages.ts'

export interface ApiListFlags extends ServiceFlags {
  readonly category?: readonly string[]
  readonly query?: string
}

const examples = [
  'gov api list',
  'gov api list --category payments --category public',
  'gov api list --query order',
  "gov api list --json | jq -r '.apis[].api_definition.api_id'",
]

export function addApiList(parent: Command, context: Context, done: (exitCode: number) => void): void {
  const command = parent
    .command('list')
    .summary('list the APIs of the organisation')
    .description('Lists every API that the user can see.')
    .option('--category <name>', 'only APIs in this category; repeatable, any may match', collect)
    .option('--query <text>', 'only APIs with this text in their name')
  addServiceFlags(command)
    .addHelpText('after', helpEnd(examples, 'user'))
    .action(async (flags: ApiListFlags) => done(await runApiList(flags, context)))
}

export async function runApiList(flags: ApiListFlags, context: Context): Promise<number> {
  const filter: ApiFilter = { query: flags.query, categories: flags.category }
  const view = { key: 'apis', json: flags.json === true, head, rowOf }
  const count = await useService('user', flags, context, (client) =>
    writePages(pagesOf(client, filter), view, context),
  )
  if (count === 0) await context.io.stderr.write('No APIs match.\n')
  return exitCodes.pass
}

async function* pagesOf(client: DashboardClient, filter: ApiFilter) {
  for await (const { apis, pages } of client.listApis(filter)) yield { items: apis ?? [], pages }
}

const head: Row = ['ID', 'NAME', 'KIND', 'ACTIVE', 'CATEGORIES']

function rowOf({ api_definition: api, oas, categories }: ApiDetail): Row {
  const kind = api.is_oas === true || oas ? 'OpenAPI' : api.is_oas === false ? 'classic' : ''
  const active = api.active === undefined ? '' : api.active ? 'yes' : 'no'
  return [api.api_id, api.name ?? '', kind, active, categories?.join(', ') ?? '']
}
