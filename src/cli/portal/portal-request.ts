import type { Command } from 'commander'
import { exitCodes, usageError } from '../../model/errors.ts'
import { collect } from '../flags/collect.ts'
import { addServiceFlags, helpEnd, type ServiceFlags } from '../flags/service-flags.ts'
import { changeService } from '../flags/use-service.ts'
import type { Context } from '../terminal/context.ts'
import { fieldsView, jsonView } from '../terminal/views.ts'

export interface PortalRequestFlags extends ServiceFlags {
  readonly developer: string
  readonly policy: readonly string[]
  readonly field?: readonly string[]
}

const examples = [
  'gov portal request --developer 67a0b3c4a1dcd60001d0f101 --policy gold',
  'gov portal request --developer ID --policy gold --field purpose=pilot',
]

export function addPortalRequest(parent: Command, context: Context, done: (exitCode: number) => void): void {
  const command = parent
    .command('request')
    .summary('request a key for a developer')
    .description("Requests a key and prints the request's id. Create the key with gov portal approve.")
    .requiredOption('--developer <id>', 'who gets the key; see gov portal developers')
    .requiredOption('--policy <id>', 'policy for the key; repeatable', collect)
    .option('--field <name=value>', 'extra field of the request; repeatable', collect)
  addServiceFlags(command)
    .addHelpText('after', helpEnd(examples, 'user'))
    .action(async (flags: PortalRequestFlags) => done(await runPortalRequest(flags, context)))
}

export async function runPortalRequest(flags: PortalRequestFlags, context: Context): Promise<number> {
  const { developer, policy, field = [] } = flags
  const fields = Object.fromEntries(field.map(readField))
  const answer = await changeService('user', flags, context, (client) =>
    client.requestKey({
      by_user: developer,
      apply_policies: [...policy],
      version: 'v2',
      ...(field.length > 0 && { fields }),
    }),
  )
  const text = fieldsView([
    ['request', answer.Message],
    ['approve with', `gov portal approve ${answer.Message}`],
  ])
  await context.io.stdout.write(flags.json ? jsonView(answer) : text)
  return exitCodes.pass
}

function readField(text: string): readonly [string, string] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (name !== undefined && value !== undefined) return [name, value]
  const message = `--field must be a name and a value, not ${JSON.stringify(text)}`
  throw usageError('flag-invalid', message, 'Write --field name=value.')
}
