import type { Command } from 'commander'
import type { UserDetail } from '../contract/users.ts'
import { exitCodes } from '../model/errors.ts'
import { addServiceFlags, helpEnd, type ServiceFlags } from './flags/service-flags.ts'
import { useService } from './flags/use-service.ts'
import type { Context } from './terminal/context.ts'
import { type Field, fieldsView, jsonView, rowsView, timeView } from './terminal/views.ts'

export interface UserGetFlags extends ServiceFlags {
  readonly showSecrets?: boolean
}

const examples = [
  'gov user get 64b0c1e2a1dcd60001d0e102',
  "gov user get 64b0c1e2a1dcd60001d0e102 --json | jq '.user_permissions'",
]

export function addUser(program: Command, context: Context, done: (exitCode: number) => void): void {
  const user = program
    .command('user')
    .summary('look up users on the dashboard')
    .description('Looks up users on the dashboard, in all organisations.')
  const get = user
    .command('get')
    .summary('show a user and their permissions')
    .description("Shows a user. The access key is the user's credential, so it is hidden, also with --json.")
    .argument('<id>', 'the id of the user')
    .option('--show-secrets', 'show the access key')
  addServiceFlags(get)
    .addHelpText('after', helpEnd(examples, 'admin'))
    .action(async (id: string, flags: UserGetFlags) => done(await runUserGet(id, flags, context)))
}

export async function runUserGet(id: string, flags: UserGetFlags, context: Context): Promise<number> {
  const found = await useService('admin', flags, context, (client) => client.getUser(id))
  const user = flags.showSecrets ? found : masked(found)
  const text = flags.json ? jsonView(user) : fieldsView(userFields(user)) + permissionsView(user)
  await context.io.stdout.write(text)
  if (user.access_key === mask && !flags.json)
    await context.io.stderr.write('The access key is hidden. Show it with --show-secrets.\n')
  return exitCodes.pass
}

/** Tells nothing, not even how long the secret is. */
const mask = '********'

function masked(user: UserDetail): UserDetail {
  return user.access_key ? { ...user, access_key: mask } : user
}

function userFields(user: UserDetail): readonly Field[] {
  return [
    ['id', user.id],
    ['name', [user.first_name, user.last_name].filter(Boolean).join(' ')],
    ['e-mail', user.email_address],
    ['active', user.active],
    ['organisation', user.org_id === '' ? 'none' : user.org_id],
    ['group', user.group_id === '' ? 'none' : user.group_id],
    ['access key', user.access_key],
    ['last login', timeView(user.last_login_date)],
    ['password changed', timeView(user.password_updated)],
    ['password lasts', user.password_max_days === 0 ? 'for ever' : daysOf(user.password_max_days)],
  ]
}

function daysOf(days: number | undefined): string | undefined {
  return days === undefined ? undefined : `${days} days`
}

/** An empty map is an administrator's; only evaluations ask for an entry. */
function permissionsView({ user_permissions: permissions }: UserDetail): string {
  if (!permissions) return ''
  const rows = Object.entries(permissions).sort(([one], [other]) => (one < other ? -1 : 1))
  if (rows.length === 0)
    return '\nNo permissions are listed: an administrator, who may do everything but evaluate APIs.\n'
  return `\n${rowsView([['PERMISSION', 'LEVEL'], ...rows])}`
}
