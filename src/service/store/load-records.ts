import type { z } from 'zod'
import { usageError } from '../../model/errors.ts'
import { readRecord } from './read-record.ts'
import {
  type ApiRecord,
  apiRecord,
  developerRecord,
  keyRecord,
  keyRequestRecord,
  type RulesetRecord,
  refreshTokenRecord,
  rulesetRecord,
  type Settings,
  settingsRecord,
  type User,
  userRecord,
} from './records.ts'
import { type StoreRecords, storeIds } from './store.ts'

export type RecordFolder =
  | 'users'
  | 'apis'
  | 'rulesets'
  | 'keys'
  | 'refresh-tokens'
  | 'developers'
  | 'key-requests'

/** How records are found and read. Names are relative to the workspace, with `/` between their parts. */
export interface RecordSource {
  list(folder: RecordFolder): Promise<readonly string[]>
  read(file: string): Promise<string>
}

export interface WorkspaceRecords {
  readonly settings: Settings
  readonly users: readonly User[]
  readonly apis: readonly ApiRecord[]
  readonly rulesets: readonly RulesetRecord[]
  readonly stored: StoreRecords
  /** The file that a record came from. */
  readonly fileOf: ReadonlyMap<object, string>
}

/** How many small files are read at the same time. */
const batchSize = 64

/** Reads and checks every record of a workspace. Throws GovError (usage). */
export async function loadRecords(files: RecordSource): Promise<WorkspaceRecords> {
  const fileOf = new Map<object, string>()
  const readAll = async <Schema extends z.ZodType<object>>(schema: Schema, folder: RecordFolder) => {
    const names = await files.list(folder)
    const records: z.infer<Schema>[] = []
    for (let at = 0; at < names.length; at += batchSize) {
      const batch = names.slice(at, at + batchSize)
      const texts = await Promise.all(batch.map(async (file) => ({ file, text: await files.read(file) })))
      for (const { file, text } of texts) {
        const record = readRecord(schema, text, file)
        fileOf.set(record, file)
        records.push(record)
      }
    }
    return records
  }
  const settings = readRecord(settingsRecord, await files.read('workspace.yml'), 'workspace.yml')
  const users = await readAll(userRecord, 'users')
  const apis = await readAll(apiRecord, 'apis')
  const rulesets = await readAll(rulesetRecord, 'rulesets')
  const stored: StoreRecords = {
    keys: await readAll(keyRecord, 'keys'),
    refreshTokens: await readAll(refreshTokenRecord, 'refresh-tokens'),
    developers: await readAll(developerRecord, 'developers'),
    keyRequests: await readAll(keyRequestRecord, 'key-requests'),
  }
  const records: WorkspaceRecords = { settings, users, apis, rulesets, stored, fileOf }
  checkReferences(records)
  return records
}

function checkReferences({ settings, users, apis, rulesets, stored, fileOf }: WorkspaceRecords): void {
  const { keys, refreshTokens, developers, keyRequests } = stored
  const organisations = new Set(settings.organisations.map(({ id }) => id))
  for (const record of [...users, ...apis, ...rulesets, ...keys, ...developers, ...keyRequests]) {
    const isKnown = record.org_id === '' || organisations.has(record.org_id)
    if (!isKnown)
      throw recordFault(fileOf.get(record), 'org_id', `no organisation ${record.org_id} in workspace.yml`)
  }
  if (!users.some(({ id }) => id === settings.default_user)) {
    throw recordFault('workspace.yml', 'default_user', `no user ${settings.default_user} in users/`)
  }
  requireUnique(users, 'id', ({ id }) => [id], fileOf)
  requireUnique(users, 'access_key', ({ access_key }) => [access_key], fileOf)
  requireUnique(apis, 'api_id and id', ({ api_id, id }) => [api_id, id], fileOf)
  requireUnique(rulesets, 'ruleset_id and id', ({ ruleset_id, id }) => [ruleset_id, id], fileOf)
  requireUnique(keys, 'key_hash', (key) => [storeIds.keys(key)], fileOf)
  requireUnique(refreshTokens, 'key', (token) => [storeIds.refreshTokens(token)], fileOf)
  requireUnique(developers, 'id', ({ id }) => [id], fileOf)
  requireUnique(keyRequests, 'id', (request) => [storeIds.keyRequests(request)], fileOf)
}

function requireUnique<Record extends object>(
  records: readonly Record[],
  key: string,
  valuesOf: (record: Record) => readonly string[],
  fileOf: ReadonlyMap<object, string>,
): void {
  const seen = new Map<string, string>()
  for (const record of records) {
    const file = fileOf.get(record) ?? ''
    for (const value of new Set(valuesOf(record))) {
      const first = seen.get(value)
      if (first !== undefined) throw recordFault(file, key, `the same value as in ${first}`)
      seen.set(value, file)
    }
  }
}

function recordFault(file: string | undefined, key: string, reason: string) {
  const hint = `Fix ${key}, or the record that it points to.`
  return usageError('workspace-record-invalid', `${file ?? 'a record'}: ${key}: ${reason}`, hint)
}
