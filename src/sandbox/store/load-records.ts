import type { z } from 'zod'
import { usageError } from '../../core/model/errors.ts'
import { readRecord } from './read-record.ts'
import {
  type ApiRecord,
  apiRecord,
  developerRecord,
  keyRecord,
  keyRequestRecord,
  refreshTokenRecord,
  rulesetRecord,
  type Settings,
  settingsRecord,
  type User,
  userRecord,
} from './records.ts'
import type { changingFolders, StoreRecords } from './store.ts'

export type RecordFolder = 'users' | 'apis' | 'developers' | (typeof changingFolders)[number]

/** How records are found and read. Names are relative to the workspace, with `/` between their parts. */
export interface RecordSource {
  list(folder: RecordFolder): Promise<readonly string[]>
  read(file: string): Promise<string>
}

export interface WorkspaceRecords {
  readonly settings: Settings
  readonly users: readonly User[]
  readonly apis: readonly ApiRecord[]
  readonly stored: StoreRecords
  readonly fileOf: WeakMap<object, string>
}

/** How many small files are read at the same time. */
const batchSize = 64

/** Reads and checks every record of a workspace. Throws GovError (usage). */
export async function loadRecords(files: RecordSource): Promise<WorkspaceRecords> {
  const settings = readRecord(settingsRecord(), await files.read('workspace.yml'), 'workspace.yml')
  const organisations = new Set<unknown>(['', ...settings.organisations.map(({ id }) => id)])
  const fileOf = new WeakMap<object, string>()

  /** No two records may have one value of `idsOf`, which `key` names in messages. */
  async function load<Schema extends z.ZodType<object>>(
    folder: RecordFolder,
    schema: Schema,
    key: string,
    idsOf: (record: z.infer<Schema>) => readonly string[],
  ): Promise<z.infer<Schema>[]> {
    const records: z.infer<Schema>[] = []
    const names = await files.list(folder)
    for (let at = 0; at < names.length; at += batchSize) {
      const batch = names.slice(at, at + batchSize)
      const texts = await Promise.all(batch.map(async (file) => ({ file, text: await files.read(file) })))
      for (const { file, text } of texts) {
        const record = readRecord(schema, text, file)
        if ('org_id' in record && !organisations.has(record.org_id))
          throw recordFault(file, 'org_id', `no organisation ${record.org_id} in workspace.yml`)
        fileOf.set(record, file)
        records.push(record)
      }
    }
    requireUnique(records, key, idsOf, fileOf)
    return records
  }

  const users = await load('users', userRecord(), 'id', ({ id }) => [id])
  requireUnique(users, 'access_key', ({ access_key }) => [access_key], fileOf)
  if (!users.some(({ id }) => id === settings.default_user)) {
    throw recordFault('workspace.yml', 'default_user', `no user ${settings.default_user} in users/`)
  }
  return {
    settings,
    users,
    apis: await load('apis', apiRecord(), 'api_id and id', ({ api_id, id }) => [api_id, id]),
    stored: {
      rulesets: await load('rulesets', rulesetRecord(), 'ruleset_id and id', ({ ruleset_id, id }) => [
        ruleset_id,
        id,
      ]),
      keys: await load('keys', keyRecord(), 'key_hash', ({ key_hash }) => [key_hash]),
      refreshTokens: await load('refresh-tokens', refreshTokenRecord(), 'key', ({ key }) => [key]),
      developers: await load('developers', developerRecord(), 'id', ({ id }) => [id]),
      keyRequests: await load('key-requests', keyRequestRecord(), 'id', ({ id }) => [id]),
    },
    fileOf,
  }
}

function requireUnique<Record extends object>(
  records: readonly Record[],
  key: string,
  idsOf: (record: Record) => readonly string[],
  fileOf: WeakMap<object, string>,
): void {
  const seen = new Map<string, string>()
  for (const record of records) {
    const file = fileOf.get(record) ?? ''
    for (const id of new Set(idsOf(record))) {
      const first = seen.get(id)
      if (first !== undefined) throw recordFault(file, key, `the same value as in ${first}`)
      seen.set(id, file)
    }
  }
}

function recordFault(file: string, key: string, reason: string) {
  const hint = `Fix ${key}, or the record that it points to.`
  return usageError('workspace-record-invalid', `${file}: ${key}: ${reason}`, hint)
}
