import type { Command } from 'commander'
import { type SsoSection, ssoSections, ssoTokenSeconds } from '../../dashboard/contract/users.ts'
import type { Context } from '../../terminal/context.ts'
import { type ServiceCall, serviceCommands } from '../../terminal/flags/service-command.ts'
import { createEnum } from '../../terminal/flags/setting-flags.ts'
import { fieldsView } from '../../terminal/views.ts'

const examples = [
  'gov sso create --org-id 5e9d9544a1dcd60001d0ed20 --email ada@example.com',
  "nonce=$(gov sso create --org-id ID --json | jq -r '.Meta|@uri')",
  'open "https://dashboard.example.com/tap?nonce=$nonce"',
]

export function add(sso: Command, context: Context): void {
  const command = sso
    .description('Creates single sign-on tokens for the dashboard.')
    .command('create')
    .summary(`create a single sign-on token, valid once within ${ssoTokenSeconds} seconds`)
    .description(
      `Creates a single sign-on token. It signs in one person, once, within ${ssoTokenSeconds} seconds: treat it like a password.`,
    )
    .addOption(createEnum('--section <name>', 'where to', ssoSections, 'dashboard'))
    .option('--org-id <id>', 'organisation; omit for a super-administrator')
    .option('--email <address>', 'who')
    .option('--display-name <name>', 'display name')
    .option('--group-id <id>', 'the user group')
  serviceCommands('admin', context)(command, examples, createToken)
}

interface CreateFlags {
  readonly section: SsoSection
  readonly orgId?: string
  readonly email?: string
  readonly displayName?: string
  readonly groupId?: string
}

async function createToken({ flags, context, change, print }: ServiceCall<CreateFlags>): Promise<void> {
  const { section, orgId, email, displayName, groupId } = flags
  const asked = context.now().getTime()
  const answer = await change((client) =>
    client.createSsoToken({
      ForSection: section,
      OrgID: orgId,
      EmailAddress: email,
      DisplayName: displayName,
      GroupID: groupId,
    }),
  )
  const ends = new Date(asked + ssoTokenSeconds * 1000).toISOString()
  const text = fieldsView([
    ['token', answer.Meta],
    ['good until', `${ends} (${ssoTokenSeconds} seconds), and once`],
  ])
  await print(answer, text)
}
