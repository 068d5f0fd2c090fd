import type { Command } from 'commander'
import type { UserDetail } from '../../dashboard/contract/users.ts'
import type { Context } from '../../terminal/context.ts'
import { type ServiceCall, serviceCommands } from '../../terminal/flags/service-command.ts'
import { addFormatFlag, type FormatFlags, oneView } from '../../terminal/lookup/lookup-format.ts'
import { rowsView } from '../../terminal/views.ts'
import { userFields, viewUser, withoutAccessKey } from './user-command.ts'

const examples = ['gov whoami', 'gov dashboard whoami --json']

export function add(whoami: Command, context: Context): void {
  whoami.description(
    'Shows the user of the credential, their organisation and permissions, and what they may do.',
  )
  serviceCommands('user', context)(addFormatFlag(whoami), examples, showOwnUser)
}

async function showOwnUser({ flags, context, ask }: ServiceCall<FormatFlags>): Promise<void> {
  const user = withoutAccessKey(await ask((client) => client.getOwnUser()))
  const facts = (item: UserDetail, width?: number) => viewUser(item, width) + viewAbilities(item)
  await context.io.stdout.write(oneView(user, flags, { fields: userFields, facts }, context))
}

const levels = { read: ['read', 'write', 'admin'], write: ['write', 'admin'] } as const

/** `named`: only who has the entry may, not even an administrator without one. */
const abilities: readonly (readonly [
  what: string,
  group: string,
  level: keyof typeof levels,
  needs?: 'named',
])[] = [
  ['look up APIs', 'apis', 'read'],
  ['have APIs evaluated', 'apis', 'read', 'named'],
  ['look up rulesets', 'governance', 'read'],
  ['push rulesets', 'governance', 'write'],
  ['list users', 'users', 'read'],
  ['list keys', 'keys', 'read'],
  ['import keys', 'keys', 'write'],
  ['list developers', 'portal', 'read'],
  ['request and approve keys', 'portal', 'write'],
]

/** By the permissions alone, of which an empty map is an administrator's: ownership, the licence and what a server asks for beyond them are not known here. */
function viewAbilities({ user_permissions }: UserDetail): string {
  if (!user_permissions) return ''
  const isAdministrator = Object.keys(user_permissions).length === 0
  const rows = abilities.map(([what, group, level, needs]) => {
    const own = Object.hasOwn(user_permissions, group) ? user_permissions[group] : undefined
    const may = levels[level].some((each) => each === own) || (isAdministrator && needs !== 'named')
    return [what, may ? 'yes' : `no: it needs ${group}: ${level}`]
  })
  return `\n${rowsView([['MAY', ''], ...rows])}`
}
