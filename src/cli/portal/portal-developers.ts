import type { Command } from 'commander'
import type { PortalDeveloper } from '../../contract/portal.ts'
import { exitCodes } from '../../model/errors.ts'
import type { Row } from '../../reporters/table/columns.ts'
import { addServiceFlags, helpEnd, type ServiceFlags } from '../flags/service-flags.ts'
import { useService } from '../flags/use-service.ts'
import type { Context } from '../terminal/context.ts'
import { jsonView, rowsView, timeView } from '../terminal/views.ts'

const examples = ['gov portal developers', "gov portal developers --json | jq -r '.Data[].email'"]

export function addPortalDevelopers(
  parent: Command,
  context: Context,
  done: (exitCode: number) => void,
): void {
  const command = parent
    .command('developers')
    .summary('list the developers')
    .description('Lists the developers of the organisation.')
  addServiceFlags(command)
    .addHelpText('after', helpEnd(examples, 'user'))
    .action(async (flags: ServiceFlags) => done(await runPortalDevelopers(flags, context)))
}

export async function runPortalDevelopers(flags: ServiceFlags, context: Context): Promise<number> {
  const answer = await useService('user', flags, context, (client) => client.listDevelopers())
  const developers = answer.Data ?? []
  const { io } = context
  if (flags.json) await io.stdout.write(jsonView(answer))
  else if (developers.length === 0) await io.stderr.write('There are no developers.\n')
  else await io.stdout.write(rowsView([head, ...developers.map(rowOf)]))
  if ((answer.Pages ?? 1) > 1) {
    await io.stderr.write(`This is page 1 of ${answer.Pages}: the dashboard does not send all at once.\n`)
  }
  return exitCodes.pass
}

const head: Row = ['ID', 'E-MAIL', 'STATE', 'KEYS', 'SINCE']

function rowOf({ id, _id, email = '', inactive, keys, date_created }: PortalDeveloper): Row {
  const state = inactive ? 'inactive' : 'active'
  return [id ?? _id ?? '', email, state, String(Object.keys(keys ?? {}).length), timeView(date_created)]
}
