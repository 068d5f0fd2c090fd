import type { Command } from 'commander'
import { exitCodes } from '../model/errors.ts'
import { secretArgument } from './flags/secret-argument.ts'
import { addGatewayFlags, addServiceFlags, helpEnd, type ServiceFlags } from './flags/service-flags.ts'
import { changeService } from './flags/use-service.ts'
import { confirm } from './terminal/confirm.ts'
import type { Context } from './terminal/context.ts'
import { fieldsView, jsonView } from './terminal/views.ts'

export interface TokenRevokeFlags extends ServiceFlags {
  readonly apiId: string
  readonly yes?: boolean
}

const examples = [
  'gov token revoke eyJvcmci... --api-id payments',
  'pbpaste | gov token revoke - --api-id payments --yes',
  'gov token revoke - --api-id payments --yes \\\n      --gateway-url https://gateway.example.com < token.txt',
]

export function addToken(program: Command, context: Context, done: (exitCode: number) => void): void {
  const token = program
    .command('token')
    .summary('revoke refresh tokens')
    .description('Revokes refresh tokens of OAuth clients at the gateway.')
  const revoke = token
    .command('revoke')
    .summary('revoke a refresh token')
    .description(
      'Revokes a refresh token, so that its holder gets no new access tokens. This cannot be undone: it asks for confirmation ' +
        'on a terminal and needs --yes elsewhere. A token on the command line is visible to other users of the machine ' +
        'and stays in the shell history: use "-" to read it from standard input.',
    )
    .argument('<key>', 'the refresh token, or "-" for standard input')
    .requiredOption('--api-id <id>', 'the API that the token is for')
    .option('--yes', 'skip the confirmation')
  addGatewayFlags(addServiceFlags(revoke))
    .addHelpText('after', helpEnd(examples, 'gateway'))
    .action(async (key: string, flags: TokenRevokeFlags) => done(await runTokenRevoke(key, flags, context)))
}

export async function runTokenRevoke(
  key: string,
  flags: TokenRevokeFlags,
  context: Context,
): Promise<number> {
  const token = await secretArgument(key, 'a refresh token', context)
  if (!flags.yes) await confirm(`Permanently revoke this refresh token of API ${flags.apiId}?`, context)
  const answer = await changeService('gateway', flags, context, (client) =>
    client.revokeRefreshToken(token, flags.apiId),
  )
  const { io } = context
  await io.stdout.write(
    flags.json
      ? jsonView(answer)
      : fieldsView([
          ['refresh token', answer.action],
          ['API', flags.apiId],
        ]),
  )
  return exitCodes.pass
}
