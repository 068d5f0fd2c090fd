import type { Command } from 'commander'
import { type SessionState, writtenSession } from '../contract/keys.ts'
import { usageError } from '../model/errors.ts'
import { readDataFile } from '../run/read-data-file.ts'
import { type Call, serviceCommands } from './flags/service-command.ts'
import { confirm, secretArgument } from './terminal/confirm.ts'
import type { Context, Done } from './terminal/context.ts'
import { fieldsView } from './terminal/views.ts'

const examples = [
  'gov key import partner-42 --file session.json',
  'gov key import - --file session.yaml --yes < key.txt',
]

const session = `
session.json says what the key may do. Unknown keys are refused:
  { "alias": "partner 42", "rate": 100, "per": 60,
    "access_rights": {
      "payments": { "api_id": "payments", "versions": ["Default"] } } }`

export function addKey(key: Command, context: Context, done: Done): void {
  const command = key
    .description('Imports API keys.')
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
  serviceCommands('user', context, done)(command, examples, importKey).addHelpText('after', session)
}

interface ImportFlags {
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
}: Call<ImportFlags>): Promise<void> {
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
    ['APIs', apisOf(answer.data)],
  ])
  await print(answer, text)
}

/** Throws GovError, usage: at the service, a key without rights is one for every API. */
function requireRights(session: SessionState, { file, allApis }: ImportFlags): void {
  if (allApis || apisOf(session) !== 'all') return
  throw usageError(
    'session-without-rights',
    `${file} has no access_rights and no apply_policies: its key would open every API`,
    'Add access_rights, or pass --all-apis.',
  )
}

/** Without rights of its own a key is for what its policies open, and without those for every API. */
function apisOf({ access_rights, apply_policies }: SessionState): string | undefined {
  const ids = Object.keys(access_rights ?? {})
  if (ids.length > 0) return ids.join(', ')
  return apply_policies && apply_policies.length > 0 ? undefined : 'all'
}
