import type { Command } from 'commander'
import type { UserDetail } from '../contract/users.ts'
import { type Call, serviceCommands } from './flags/service-command.ts'
import type { Context, Done } from './terminal/context.ts'
import { fieldsView, rowsView, timeView } from './terminal/views.ts'

const examples = [
  'gov user get 64b0c1e2a1dcd60001d0e102',
  "gov user get 64b0c1e2a1dcd60001d0e102 --json | jq '.user_permissions'",
]

export function addUser(user: Command, context: Context, done: Done): void {
  const command = user
    .description('Looks up users on the dashboard, in all organisations.')
    .command('get')
    .summary('show a user and their permissions')
    .description("Shows a user. The access key is the user's credential, so it is hidden, also with --json.")
    .argument('<id>', 'the id of the user')
    .option('--show-secrets', 'show the access key')
  serviceCommands('admin', context, done)(command, examples, getUser)
}

/** The same for every secret: its length stays hidden. */
const mask = '********'

async function getUser(call: Call<{ readonly showSecrets?: boolean }>): Promise<void> {
  const {
    args: [id = ''],
    flags,
    context,
    ask,
    print,
  } = call
  const found = await ask((client) => client.getUser(id))
  const isHidden = Boolean(found.access_key) && !flags.showSecrets
  const user = isHidden ? { ...found, access_key: mask } : found
  await print(user, factsView(user) + permissionsView(user))
  if (isHidden && !flags.json)
    await context.io.stderr.write('The access key is hidden. Show it with --show-secrets.\n')
}

function factsView(user: UserDetail): string {
  const days = user.password_max_days
  return fieldsView([
    ['id', user.id],
    ['name', [user.first_name, user.last_name].filter(Boolean).join(' ')],
    ['e-mail', user.email_address],
    ['active', user.active],
    ['organisation', user.org_id === '' ? 'none' : user.org_id],
    ['group', user.group_id === '' ? 'none' : user.group_id],
    ['access key', user.access_key],
    ['last login', timeView(user.last_login_date)],
    ['password changed', timeView(user.password_updated)],
    ['password lasts', days === 0 ? 'for ever' : days && `${days} days`],
  ])
}

/** An empty map is an administrator's; only evaluations ask for an entry. */
function permissionsView({ user_permissions: permissions }: UserDetail): string {
  if (!permissions) return ''
  const rows = Object.entries(permissions).sort(([one], [other]) => (one < other ? -1 : 1))
  if (rows.length === 0)
    return '\nNo permissions are listed: an administrator, who may do everything but evaluate APIs.\n'
  return `\n${rowsView([['PERMISSION', 'LEVEL'], ...rows])}`
}
