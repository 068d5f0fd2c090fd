import type { Command } from 'commander'
import type { Access } from '../../check/connect/dashboard.ts'
import { usageError } from '../../core/model/errors.ts'
import { sanitize } from '../../core/text/sanitize.ts'
import type { DashboardClient } from '../../dashboard/client.ts'
import type { Context } from '../../terminal/context.ts'
import { type ServiceCall, serviceCommands } from '../../terminal/flags/service-command.ts'
import { requireUserId } from './user-command.ts'

interface OpenTarget {
  readonly name: 'api' | 'ruleset' | 'user'
  readonly what: string
  readonly access: Access
  /** Its path on the dashboard. Throws GovError, not_found. */
  readonly findPath: (client: DashboardClient, id: string) => Promise<readonly string[]>
}

const targets: readonly OpenTarget[] = [
  {
    name: 'api',
    what: 'an API',
    access: 'user',
    findPath: async (client, id) => ['api', 'apis', (await client.getApi(id)).api_definition.api_id],
  },
  {
    name: 'ruleset',
    what: 'a ruleset',
    access: 'user',
    findPath: async (client, id) => ['api', 'rulesets', (await client.getRuleset(id)).ruleset_id],
  },
  {
    name: 'user',
    what: 'a user',
    access: 'admin',
    findPath: async (client, id) => ['admin', 'users', (await client.getUser(id)).id],
  },
]

export function add(open: Command, context: Context): void {
  open.description(
    'Prints the address of an API, a ruleset or a user on the dashboard. It opens nothing itself.',
  )
  for (const target of targets) {
    const command = open
      .command(target.name)
      .summary(`print the address of ${target.what}`)
      .description(
        `Prints the address of ${target.what} in the dashboard's management API, once the dashboard has confirmed the id. ` +
          "Requests to it need the same credential. The dashboard's pages have no documented addresses.",
      )
      .argument('<id>', 'its id')
    const examples = [`gov open ${target.name} ID`]
    serviceCommands(target.access, context)(command, examples, (call: ServiceCall) =>
      printAddress(call, target),
    )
  }
}

async function printAddress(
  { args: [id = ''], ask, print }: ServiceCall,
  { name, what, findPath }: OpenTarget,
): Promise<void> {
  if (name === 'user') requireUserId(id)
  const address = await ask(async (client, url) => {
    if (url === undefined) {
      const message = `the embedded sandbox has no address, so ${what} in it has none`
      throw usageError('dashboard-without-address', message, 'Pass --url, or run gov sandbox serve.')
    }
    const path = await findPath(client, id)
    return `${url}/${path.map(encodeURIComponent).join('/')}`
  })
  await print({ address }, `${sanitize(address)}\n`)
}
