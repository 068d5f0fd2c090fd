import type { Command } from 'commander'
import { exitCodes } from '../../model/errors.ts'
import { addServiceFlags, helpEnd, type ServiceFlags } from '../flags/service-flags.ts'
import { useService } from '../flags/use-service.ts'
import type { Context } from '../terminal/context.ts'
import { jsonView, rowsView } from '../terminal/views.ts'

const examples = ['gov api categories', "gov api categories --json | jq -r '.categories[].name'"]

export function addApiCategories(parent: Command, context: Context, done: (exitCode: number) => void): void {
  const command = parent
    .command('categories')
    .summary('list the categories of the APIs')
    .description("Lists the categories of the organisation's APIs, with the APIs in each.")
  addServiceFlags(command)
    .addHelpText('after', helpEnd(examples, 'user'))
    .action(async (flags: ServiceFlags) => done(await runApiCategories(flags, context)))
}

export async function runApiCategories(flags: ServiceFlags, context: Context): Promise<number> {
  const answer = await useService('user', flags, context, (client) => client.listApiCategories())
  const { io } = context
  const categories = answer.categories ?? []
  if (flags.json) await io.stdout.write(jsonView(answer))
  else if (categories.length === 0) await io.stderr.write('No API has a category.\n')
  else {
    const rows = categories.map(({ name, count, apis }) => [name, String(count), apis?.join(', ') ?? ''])
    await io.stdout.write(rowsView([['CATEGORY', 'APIS', ''], ...rows]))
  }
  return exitCodes.pass
}
