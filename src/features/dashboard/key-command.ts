import type { Command } from 'commander'
import { readDataFile } from '../../check/sources/read-data-file.ts'
import { usageError } from '../../core/model/errors.ts'
import { type KeyData, type SessionState, writtenSession } from '../../dashboard/contract/keys.ts'
import type { Context } from '../../terminal/context.ts'
import { confirm, secretArgument } from '../../terminal/conversation.ts'
import { type ServiceCall, serviceCommands } from '../../terminal/flags/service-command.ts'
import { type LookupField, withoutKeySecrets } from '../../terminal/lookup/field.ts'
import { addListFlags, type ListFlags } from '../../terminal/lookup/lookup-format.ts'
import { writeList } from '../../terminal/lookup/write-list.ts'
import { fieldsView } from '../../terminal/views.ts'

const listExamples = ['gov key list', 'gov key list --state expired --format csv']

const importExamples = [
  'gov key import partner-42 --file session.json',
  'gov key import - --file session.yaml --yes < key.txt',
]

const session = `
session.json says what the key may do. Unknown keys are refused:
  { "alias": "partner 42", "rate": 100, "per": 60,
    "access_rights": {
      "payments": { "api_id": "payments", "versions": ["Default"] } } }`

export function add(key: Command, context: Context): void {
  key.description('Lists and imports API keys.')
  const add = serviceCommands('user', context)
  const list = key
    .command('list')
    .summary('list the keys of the organisation')
    .description(
      "Lists the organisation's keys by their hashes. Keys and other secrets are hidden in every format.",
    )
  const view = createView(context.now())
  add(addListFlags(list, view.fields, keyStates), listExamples, ({ flags, ask }: ServiceCall<ListFlags>) =>
    ask((client) => writeList(client.listKeys(), view, flags, context)),
  )
  const command = key
    .command('import')
    .summary('create a key with your own text')
    .description(
      'Imports a key whose text you choose. An existing key with this text is overwritten: the command asks on a ' +
        'terminal, and needs --yes elsewhere. Other users of the machine can see a key on the command line, and the ' +
        'shell keeps it: "-" reads it from standard input.',
    )
    .argument('<id>', 'the key, or "-" for standard input')
    .requiredOption('--file <file>', "the key's rights: a session in JSON or YAML")
    .option('--all-apis', 'allow a session without access rights or policies: its key opens every API')
    .option('--yes', 'skip the confirmation')
  add(command, importExamples, importKey).addHelpText('after', session)
}

const keyStates = ['active', 'inactive', 'expired'] as const

function createView(now: Date) {
  const nameState = ({ data }: KeyData): (typeof keyStates)[number] => {
    if (data.is_inactive) return 'inactive'
    return isPast(data.expires, now) ? 'expired' : 'active'
  }
  const fields: readonly LookupField<KeyData>[] = [
    { name: 'key_hash', head: 'HASH', read: ({ key_hash, key_id }) => key_hash || key_id },
    { name: 'alias', head: 'ALIAS', read: ({ data }) => data.alias },
    { name: 'state', head: 'STATE', read: nameState },
    { name: 'expires', head: 'EXPIRES', read: ({ data }) => renderTime(data.expires) },
    { name: 'apis', head: 'APIS', read: ({ data }) => listKeyApis(data) },
    { name: 'apply_policies', head: 'POLICIES', read: ({ data }) => data.apply_policies },
    { name: 'rate', read: ({ data }) => data.rate },
    { name: 'per', read: ({ data }) => data.per },
    { name: 'quota_max', read: ({ data }) => data.quota_max },
    { name: 'tags', read: ({ data }) => data.tags },
  ]
  const none = 'There are no keys.'
  return { key: 'keys', fields, stateOf: nameState, redact: withoutKeySecrets, none } as const
}

/** `expires` is in seconds since 1970; undefined or at most 0 means that the key does not expire. */
function isPast(expires = 0, now: Date): boolean {
  return expires > 0 && expires * 1000 <= now.getTime()
}

function renderTime(expires = 0): string {
  const time = new Date(expires * 1000)
  if (expires <= 0) return 'never'
  return Number.isNaN(time.getTime()) ? String(expires) : time.toISOString()
}

interface KeyImportFlags {
  readonly file: string
  readonly allApis?: boolean
  readonly yes?: boolean
}

async function importKey({
  args: [id = ''],
  flags,
  context,
  change,
  print,
}: ServiceCall<KeyImportFlags>): Promise<void> {
  const key = await secretArgument(id, 'a key', context)
  const wanted: SessionState = await readDataFile(flags.file, 'session', writtenSession(), context)
  requireRights(wanted, flags)
  if (!flags.yes) await confirm('Import this key? An existing key with this text is overwritten.', context)
  const answer = await change((client) => client.importKey(key, wanted))
  const { alias, org_id, apply_policies: policies } = answer.data
  const text = fieldsView([
    ['key', answer.key_id],
    ['hash', answer.key_hash],
    ['alias', alias],
    ['organisation', org_id],
    ['policies', policies?.join(', ')],
    ['APIs', listKeyApis(answer.data)],
  ])
  await print(answer, text)
}

/** Throws GovError, usage: the gateway lets a key without rights open every API. */
function requireRights(session: SessionState, { file, allApis }: KeyImportFlags): void {
  if (allApis || listKeyApis(session) !== 'all') return
  const message = `${file} has no access_rights and no apply_policies: its key would open every API`
  throw usageError('session-without-rights', message, 'Add access_rights, or pass --all-apis.')
}

/** A key without own rights gets those of its policies; without policies it opens every API. */
function listKeyApis({ access_rights, apply_policies }: SessionState): string | undefined {
  const ids = Object.keys(access_rights ?? {})
  if (ids.length > 0) return ids.join(', ')
  return apply_policies && apply_policies.length > 0 ? undefined : 'all'
}
