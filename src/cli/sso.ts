import { type Command, Option } from 'commander'
import { type SsoRequest, type SsoSection, ssoSections, ssoTokenSeconds } from '../contract/sso.ts'
import { exitCodes } from '../model/errors.ts'
import { addServiceFlags, helpEnd, type ServiceFlags } from './flags/service-flags.ts'
import { changeService } from './flags/use-service.ts'
import type { Context } from './terminal/context.ts'
import { fieldsView, jsonView } from './terminal/views.ts'

export interface SsoCreateFlags extends ServiceFlags {
  readonly section: SsoSection
  readonly orgId?: string
  readonly email?: string
  readonly displayName?: string
  readonly groupId?: string
}

const examples = [
  'gov sso create --org-id 5e9d9544a1dcd60001d0ed20 --email ada@example.com',
  "nonce=$(gov sso create --org-id ID --json | jq -r '.Meta|@uri')",
  'open "https://dashboard.example.com/tap?nonce=$nonce"',
]

export function addSso(program: Command, context: Context, done: (exitCode: number) => void): void {
  const sso = program
    .command('sso')
    .summary('create single sign-on tokens')
    .description('Creates single sign-on tokens for the dashboard.')
  const create = sso
    .command('create')
    .summary(`create a single sign-on token, valid once within ${ssoTokenSeconds} seconds`)
    .description(
      `Creates a single sign-on token. It signs in one person, once, within ${ssoTokenSeconds} seconds: treat it like a password.`,
    )
    .addOption(new Option('--section <name>', 'where to').choices(ssoSections).default('dashboard'))
    .option('--org-id <id>', 'organisation; omit for a super-administrator')
    .option('--email <address>', 'who')
    .option('--display-name <name>', 'display name')
    .option('--group-id <id>', 'the user group')
  addServiceFlags(create)
    .addHelpText('after', helpEnd(examples, 'admin'))
    .action(async (flags: SsoCreateFlags) => done(await runSsoCreate(flags, context)))
}

export async function runSsoCreate(flags: SsoCreateFlags, context: Context): Promise<number> {
  const asked = context.now().getTime()
  const answer = await changeService('admin', flags, context, (client) =>
    client.createSsoToken(requestOf(flags)),
  )
  const ends = new Date(asked + ssoTokenSeconds * 1000).toISOString()
  const text = fieldsView([
    ['token', answer.Meta],
    ['good until', `${ends} (${ssoTokenSeconds} seconds), and once`],
  ])
  await context.io.stdout.write(flags.json ? jsonView(answer) : text)
  return exitCodes.pass
}

function requestOf({ section, orgId, email, displayName, groupId }: SsoCreateFlags): SsoRequest {
  return {
    ForSection: section,
    ...(orgId !== undefined && { OrgID: orgId }),
    ...(email !== undefined && { EmailAddress: email }),
    ...(displayName !== undefined && { DisplayName: displayName }),
    ...(groupId !== undefined && { GroupID: groupId }),
  }
}
