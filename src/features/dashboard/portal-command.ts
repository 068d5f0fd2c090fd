import type { Command } from 'commander'
import { usageError } from '../../core/model/errors.ts'
import type { PortalDeveloper } from '../../dashboard/contract/portal.ts'
import type { Context } from '../../terminal/context.ts'
import { type ServiceCall, serviceCommands } from '../../terminal/flags/service-command.ts'
import { collect } from '../../terminal/flags/setting-flags.ts'
import type { LookupField } from '../../terminal/lookup/field.ts'
import { addListFlags, type ListFlags } from '../../terminal/lookup/lookup-format.ts'
import { writeList } from '../../terminal/lookup/write-list.ts'
import { fieldsView } from '../../terminal/views.ts'

const developersExamples = ['gov portal developers', "gov portal developers --json | jq -r '.Data[].email'"]

const requestExamples = [
  'gov portal request --developer 67a0b3c4a1dcd60001d0f101 --policy gold',
  'gov portal request --developer ID --policy gold --field purpose=pilot',
]

const approveExamples = [
  'gov portal approve 5f0c6a9d2b7e4c15a8d4e190',
  "gov portal approve ID --json | jq -r '.RawKey' | pass insert -e keys/shop",
]

export function add(portal: Command, context: Context): void {
  const add = serviceCommands('user', context)
  portal.description('Lists portal developers, and requests and approves their keys.')
  const developers = portal
    .command('developers')
    .summary('list the developers')
    .description('Lists the developers of the organisation.')
  add(addListFlags(developers, fields, ['active', 'inactive']), developersExamples, listDevelopers)
  const request = portal
    .command('request')
    .summary('request a key for a developer')
    .description("Requests a key and prints the request's id. Create the key with gov portal approve.")
    .requiredOption('--developer <id>', 'who gets the key; see gov portal developers')
    .requiredOption('--policy <id>', 'policy for the key; repeatable', collect)
    .option('--field <name=value>', 'extra field of the request; repeatable', collect)
  add(request, requestExamples, requestKey)
  const approve = portal
    .command('approve')
    .summary('approve a key request, and show the key')
    .description(
      'Approves a request and prints the key. It is shown only once, because the dashboard keeps only its hash.',
    )
    .argument('<id>', 'the id of the request')
  add(approve, approveExamples, approveKey)
}

async function listDevelopers({ flags, context, ask }: ServiceCall<ListFlags>): Promise<void> {
  await ask((client) => writeList(client.listDevelopers(), view, flags, context))
}

const fields: readonly LookupField<PortalDeveloper>[] = [
  { name: 'id', head: 'ID', read: ({ id, _id }) => id ?? _id },
  { name: 'email', head: 'E-MAIL', read: ({ email }) => email },
  { name: 'state', head: 'STATE', read: nameState },
  { name: 'keys', head: 'KEYS', read: ({ keys }) => Object.keys(keys ?? {}).length },
  { name: 'date_created', head: 'SINCE', isTime: true, read: ({ date_created }) => date_created },
]

function nameState({ inactive }: PortalDeveloper): string {
  return inactive ? 'inactive' : 'active'
}

const view = {
  key: 'Data',
  pagesKey: 'Pages',
  noun: 'developers',
  none: 'There are no developers.',
  fields,
  stateOf: nameState,
} as const

interface RequestFlags {
  readonly developer: string
  readonly policy: readonly string[]
  readonly field?: readonly string[]
}

async function requestKey({ flags, change, print }: ServiceCall<RequestFlags>): Promise<void> {
  const { developer: by_user, policy, field = [] } = flags
  const fields = Object.fromEntries(field.map(readField))
  const answer = await change((client) =>
    client.requestKey({
      by_user,
      apply_policies: [...policy],
      version: 'v2',
      ...(field.length > 0 && { fields }),
    }),
  )
  const text = fieldsView([
    ['request', answer.Message],
    ['approve with', `gov portal approve ${answer.Message}`],
  ])
  await print(answer, text)
}

function readField(text: string): readonly [string, string] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (name !== undefined && value !== undefined) return [name, value]
  const message = `--field must be a name and a value, not ${JSON.stringify(text)}`
  throw usageError('flag-invalid', message, 'Write --field name=value.')
}

async function approveKey({ args: [id = ''], flags, context, change, print }: ServiceCall): Promise<void> {
  const answer = await change((client) => client.approveKeyRequest(id))
  const text = fieldsView([
    ['key', answer.RawKey],
    ['password', answer.Password],
    ['client id', answer.client_id],
    ['client secret', answer.secret],
  ])
  await print(answer, text)
  if (!flags.json) await context.tell('This is shown only once. Store it with your secrets.')
}
