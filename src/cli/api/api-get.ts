import type { Command } from 'commander'
import type { ApiDetail } from '../../contract/apis.ts'
import { exitCodes, GovError } from '../../model/errors.ts'
import { addServiceFlags, helpEnd, type ServiceFlags } from '../flags/service-flags.ts'
import { useService } from '../flags/use-service.ts'
import type { Context } from '../terminal/context.ts'
import { type Field, fieldsView, jsonView } from '../terminal/views.ts'
import { writeResult } from '../terminal/write-result.ts'

export interface ApiGetFlags extends ServiceFlags {
  readonly oas?: boolean
  readonly output?: string
}

const examples = [
  'gov api get payments',
  'gov api get 65c2f4d0a1dcd60001d0e301 --json',
  'gov api get payments --oas --output payments.json',
  'gov api get payments --oas -o p.json',
  'gov check --definition p.json --ruleset-file rules.yaml',
]

export function addApiGet(parent: Command, context: Context, done: (exitCode: number) => void): void {
  const command = parent
    .command('get')
    .summary('show an API, or save its OpenAPI document')
    .description('Shows an API of the organisation.')
    .argument('<id>', 'public or internal id')
    .option('--oas', "print the API's OpenAPI document as JSON")
    .option('-o, --output <file>', 'write to a file instead of standard output')
  addServiceFlags(command)
    .addHelpText('after', helpEnd(examples, 'user'))
    .action(async (id: string, flags: ApiGetFlags) => done(await runApiGet(id, flags, context)))
}

export async function runApiGet(id: string, flags: ApiGetFlags, context: Context): Promise<number> {
  const api = await useService('user', flags, context, (client) => client.getApi(id))
  await writeResult(viewOf(api, id, flags), flags.output, context)
  return exitCodes.pass
}

function viewOf(api: ApiDetail, id: string, flags: ApiGetFlags): string {
  if (flags.oas) return jsonView(api.oas ?? noDocument(id))
  return flags.json ? jsonView(api) : fieldsView(apiFields(api))
}

function noDocument(id: string): never {
  throw new GovError(
    'not_found',
    'api-without-document',
    `the API ${id} has no OpenAPI document`,
    'Omit --oas. It is a classic API, or this dashboard does not send the document.',
  )
}

function apiFields({ api_definition: api, oas, categories }: ApiDetail): readonly Field[] {
  return [
    ['id', api.api_id],
    ['internal id', api.id],
    ['name', api.name],
    ['organisation', api.org_id],
    ['active', api.active],
    ['OpenAPI', oas === undefined || oas === null ? 'no document' : String(oas.openapi ?? 'yes')],
    ['categories', categories?.join(', ')],
    ['listens at', api.proxy?.listen_path],
    ['forwards to', api.proxy?.target_url],
    ['credential in', api.auth?.auth_header_name],
    ['OAuth 2.0', api.use_oauth2],
    ['versions', api.version_data?.not_versioned === false ? versionsOf(api) : undefined],
  ]
}

function versionsOf({ version_data }: ApiDetail['api_definition']): string {
  return Object.keys(version_data?.versions ?? {}).join(', ')
}
