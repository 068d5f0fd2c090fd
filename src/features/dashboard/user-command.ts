import type { Command } from 'commander'
import { GovError, usageError } from '../../core/model/errors.ts'
import { fold } from '../../core/text/compare-text.ts'
import { plural } from '../../core/text/wording.ts'
import type { DashboardClient } from '../../dashboard/client.ts'
import type { UserDetail } from '../../dashboard/contract/users.ts'
import type { Context } from '../../terminal/context.ts'
import { type ServiceCall, serviceCommands } from '../../terminal/flags/service-command.ts'
import { type LookupField, mask, stateText } from '../../terminal/lookup/field.ts'
import {
  addFormatFlag,
  addListFlags,
  chooseFormat,
  type FormatFlags,
  type ListFlags,
  oneView,
} from '../../terminal/lookup/lookup-format.ts'
import { filterPages, writeList } from '../../terminal/lookup/write-list.ts'
import { fieldsView, rowsView, timeView } from '../../terminal/views.ts'

const listExamples = [
  'gov user list',
  'gov user list --query ada',
  'gov user list --state active --sort last_login_date',
  'gov user list --format csv > users.csv',
]

const getExamples = [
  'gov user get 64b0c1e2a1dcd60001d0e102',
  'gov user get ada@example.com',
  "gov user get 64b0c1e2a1dcd60001d0e102 --json | jq '.user_permissions'",
]

export function add(user: Command, context: Context): void {
  user.description('Looks up users on the dashboard.')
  const get = user
    .command('get')
    .summary('show a user and their permissions')
    .description(
      "Shows a user of any organisation. The access key is the user's credential, so it is hidden in every format.",
    )
    .argument('<user>', "the id of the user, or the e-mail of a user of the credential's organisation")
    .option('--show-secrets', 'show the access key')
  serviceCommands('admin', context)(addFormatFlag(get), getExamples, getUser, chooseLookup)
  const list = user
    .command('list')
    .summary('list the users of the organisation')
    .description("Lists the users of the credential's organisation, without their access keys.")
    .option('--query <text>', 'only users with this text in their name or e-mail')
  const add = serviceCommands('user', context)
  add(addListFlags(list, userFields, ['active', 'inactive']), listExamples, listUsers)
}

export const userFields: readonly LookupField<UserDetail>[] = [
  { name: 'id', head: 'ID', read: ({ id }) => id },
  { name: 'email_address', head: 'E-MAIL', read: ({ email_address }) => email_address },
  { name: 'name', head: 'NAME', read: renderName },
  { name: 'active', head: 'ACTIVE', read: ({ active }) => active },
  { name: 'last_login_date', head: 'LAST LOGIN', isTime: true, read: (user) => user.last_login_date },
  { name: 'password_updated', isTime: true, read: ({ password_updated }) => password_updated },
  { name: 'org_id', read: ({ org_id }) => org_id },
  { name: 'group_id', read: ({ group_id }) => group_id },
  { name: 'user_permissions', read: listPermissions },
]

function renderName({ first_name, last_name }: UserDetail): string {
  return [first_name, last_name].filter(Boolean).join(' ')
}

function listPermissions({ user_permissions }: UserDetail): readonly string[] {
  return Object.entries(user_permissions ?? {}).map(([group, level]) => `${group}=${level}`)
}

interface UserListFlags extends ListFlags {
  readonly query?: string
}

async function listUsers({ flags, context, ask }: ServiceCall<UserListFlags>): Promise<void> {
  const text = fold(flags.query ?? '')
  const nameState = ({ active }: UserDetail) => stateText(active)
  const view = { key: 'users', fields: userFields, stateOf: nameState, redact: withoutAccessKey } as const
  const none = text === '' ? 'There are no users.' : undefined
  const fits = (user: UserDetail) => fold(`${renderName(user)}\n${user.email_address ?? ''}`).includes(text)
  await ask((client) =>
    writeList(
      filterPages(client.listUsers(), 'users', fits),
      { ...view, ...(none && { none }) },
      flags,
      context,
    ),
  )
}

export function withoutAccessKey(user: UserDetail): UserDetail {
  return user.access_key ? { ...user, access_key: mask } : user
}

interface GetUserFlags extends FormatFlags {
  readonly showSecrets?: boolean
}

async function getUser({ args: [id = ''], flags, context, ask }: ServiceCall<GetUserFlags>): Promise<void> {
  if (id.includes('@') && flags.showSecrets)
    throw usageError(
      'lookup-without-secrets',
      '--show-secrets needs the id of the user: a list of users has no access keys',
      `Find the id: gov user get ${id}`,
    )
  const found = id.includes('@')
    ? await ask((client) => findUserByEmail(client, id))
    : await ask((client) => client.getUser(id)).catch(withOtherWay)
  const isHidden = Boolean(found.access_key) && !flags.showSecrets
  const user = isHidden ? withoutAccessKey(found) : found
  await context.io.stdout.write(oneView(user, flags, { fields: userFields, facts: viewUser }, context))
  if (isHidden && chooseFormat(flags) === 'table')
    await context.tell('The access key is hidden. Show it with --show-secrets.')
}

/** The lookup by id needs the admin secret, and an e-mail is found in the list. */
function chooseLookup([id = '']: readonly string[]): 'user' | 'admin' {
  return id.includes('@') ? 'user' : 'admin'
}

/** Finds a user of the credential's organisation. Throws GovError, not_found. */
export async function findUserByEmail(
  { listUsers }: Pick<DashboardClient, 'listUsers'>,
  email: string,
): Promise<UserDetail> {
  for await (const { users } of listUsers()) {
    const found = users?.find(({ email_address }) => fold(email_address ?? '') === fold(email))
    if (found) return found
  }
  const hint = 'gov user list shows them. A user of another organisation is looked up by id.'
  throw new GovError('not_found', 'not-found', `no user of the organisation has the e-mail ${email}`, hint)
}

/** The list has no need of the admin secret. */
function withOtherWay(error: unknown): never {
  if (!(error instanceof GovError) || error.code !== 'token-missing') throw error
  const hint = `${error.hint} gov user list needs only GOV_TOKEN.`
  throw new GovError(error.kind, error.code, error.message, hint, error)
}

export function viewUser(user: UserDetail, width?: number): string {
  const days = user.password_max_days
  const facts = [
    ['id', user.id],
    ['name', renderName(user)],
    ['e-mail', user.email_address],
    ['active', user.active],
    ['organisation', user.org_id === '' ? 'none' : user.org_id],
    ['group', user.group_id === '' ? 'none' : user.group_id],
    ['access key', user.access_key],
    ['last login', timeView(user.last_login_date)],
    ['password changed', timeView(user.password_updated)],
    ['password lasts', days === 0 ? 'for ever' : days && plural(days, 'day')],
  ] as const
  return fieldsView(facts, width) + permissionsView(user)
}

/** An empty map is an administrator's; only evaluations ask for an entry. */
function permissionsView({ user_permissions: permissions }: UserDetail): string {
  if (!permissions) return ''
  const rows = Object.entries(permissions).sort(([one], [other]) => (one < other ? -1 : 1))
  if (rows.length === 0)
    return '\nNo permissions are listed: an administrator, who may do everything but evaluate APIs.\n'
  return `\n${rowsView([['PERMISSION', 'LEVEL'], ...rows])}`
}

/** Throws GovError, usage, before the admin secret is asked for: no id is an email address. */
export function requireUserId(id: string): void {
  if (!id.includes('@')) return
  const hint = 'gov user list shows the ids.'
  throw usageError('user-id-email', `${id} is an email address, not the id of a user`, hint)
}
