import type { Command } from 'commander'
import { exitCodes } from '../../model/errors.ts'
import { addServiceFlags, helpEnd, type ServiceFlags } from '../flags/service-flags.ts'
import { changeService } from '../flags/use-service.ts'
import type { Context } from '../terminal/context.ts'
import { fieldsView, jsonView } from '../terminal/views.ts'

const examples = [
  'gov portal approve 5f0c6a9d2b7e4c15a8d4e190',
  "gov portal approve ID --json | jq -r '.RawKey' | pass insert -e keys/shop",
]

export function addPortalApprove(parent: Command, context: Context, done: (exitCode: number) => void): void {
  const command = parent
    .command('approve')
    .summary('approve a key request, and show the key')
    .description(
      'Approves a request and prints the key. It is shown only once, because the dashboard keeps only its hash.',
    )
    .argument('<id>', 'the id of the request')
  addServiceFlags(command)
    .addHelpText('after', helpEnd(examples, 'user'))
    .action(async (id: string, flags: ServiceFlags) => done(await runPortalApprove(id, flags, context)))
}

export async function runPortalApprove(id: string, flags: ServiceFlags, context: Context): Promise<number> {
  const answer = await changeService('user', flags, context, (client) => client.approveKeyRequest(id))
  const { io } = context
  if (flags.json) await io.stdout.write(jsonView(answer))
  else {
    await io.stdout.write(
      fieldsView([
        ['key', answer.RawKey],
        ['password', answer.Password],
        ['client id', answer.client_id],
        ['client secret', answer.secret],
      ]),
    )
    await io.stderr.write('This is shown only once. Store it with your secrets.\n')
  }
  return exitCodes.pass
}
