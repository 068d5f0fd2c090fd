import type { Command } from 'commander'
import type { Context } from '../../terminal/context.ts'
import { confirm, secretArgument } from '../../terminal/conversation.ts'
import { type ServiceCall, serviceCommands } from '../../terminal/flags/service-command.ts'
import { fieldsView } from '../../terminal/views.ts'

const examples = [
  'gov token revoke eyJvcmci... --api-id payments',
  'pbpaste | gov token revoke - --api-id payments --yes',
  'gov token revoke - --api-id payments --yes \\\n      --gateway-url https://gateway.example.com < token.txt',
]

export function add(token: Command, context: Context): void {
  const command = token
    .description('Revokes refresh tokens of OAuth clients at the gateway.')
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
  serviceCommands('gateway', context)(command, examples, revoke)
}

interface RevokeFlags {
  readonly apiId: string
  readonly yes?: boolean
}

async function revoke({
  args: [id = ''],
  flags,
  context,
  change,
  print,
}: ServiceCall<RevokeFlags>): Promise<void> {
  const { apiId, yes } = flags
  const token = await secretArgument(id, 'a refresh token', context)
  if (!yes) await confirm(`Permanently revoke this refresh token of API ${apiId}?`, context)
  const answer = await change((client) => client.revokeRefreshToken(token, apiId))
  const text = fieldsView([
    ['refresh token', answer.action],
    ['API', apiId],
  ])
  await print(answer, text)
}
