import { readFileSync, realpathSync, statSync } from 'node:fs'
import { readdir, readFile, realpath } from 'node:fs/promises'
import { join, posix } from 'node:path'
import type { z } from 'zod'
import { GovError, usageError } from '../../core/model/errors.ts'
import { findErrorCode } from '../../core/model/file-fault.ts'
import { rememberPerObject } from '../../core/model/once.ts'
import type { Ruleset } from '../../engine/rule.ts'
import type { RulesetReader } from '../../engine/ruleset/ruleset-source.ts'
import { createRecentMemory } from './recent-memory.ts'
import {
  contains,
  holdRecords,
  memoryFiles,
  readRecord,
  recordFiles,
  removeLeftovers,
} from './record-files.ts'
import {
  type ApiRecord,
  apiRecord,
  developerRecord,
  type EvaluableApi,
  isLive,
  keyRecord,
  keyRequestRecord,
  type RulesetRecord,
  refreshTokenRecord,
  rulesetRecord,
  settingsRecord,
  type UserRecord,
  userRecord,
  type WorkspaceSettings,
  workspaceVersion,
} from './records.ts'
import { findTextFormat, sentRules, type WrittenText } from './source-text.ts'
import { changingFolders, createStore, type Store, toDeleted } from './store.ts'

/** The records that the sandbox serves. Records are at hand; texts are read when they are asked for. */
export interface Workspace {
  readonly settings: WorkspaceSettings
  readonly users: readonly UserRecord[]
  readonly apis: readonly ApiRecord[]
  readonly rulesets: readonly RulesetRecord[]
  readonly store: Store
  /** The API's definition. Throws GovError (usage). */
  definition(api: EvaluableApi): Promise<WrittenText>
  /** The ruleset's own file. Throws GovError (usage). */
  rules(ruleset: RulesetRecord): Promise<RulesSource>
}

export interface RulesSource extends WrittenText {
  /** Reads what the ruleset extends. Throws GovError (usage). */
  readonly read: RulesetReader
  /** The result of an earlier compilation; its text can no longer change then. */
  readonly compiled?: Ruleset | undefined
}

/** The records that do not change, and where their documents are: what another thread starts with. */
export interface WorkspaceSnapshot extends Pick<Workspace, 'settings' | 'users' | 'apis'> {
  /** The folder, without links. */
  readonly root: string
  readonly fileOf: ReadonlyMap<object, string>
}

/** A ruleset as another thread gets it: without the text of its definition, which that asks for when it needs it. */
export interface CarriedRuleset {
  readonly record: RulesetRecord
  readonly file: string
  /** Another one, another text. */
  readonly version: number
}

/** An organisation's rulesets at one moment. */
export interface CarriedRulesets {
  readonly list: readonly CarriedRuleset[]
  /** The definition of one that has it in its record, by its internal id. */
  readonly textOf: (id: string) => string | undefined
}

export interface FolderWorkspace extends Workspace {
  readonly snapshot: WorkspaceSnapshot
  /** Rulesets that are not deleted. The list stays the same object until a ruleset of the organisation changes. */
  carriedRulesets(org_id: string): CarriedRulesets
}

export interface OpenOptions {
  /** The name of the folder in messages. */
  readonly called?: string | undefined
  /** Changes go into the folder's files, and are answered when they would survive a power cut. */
  readonly persist?: boolean | undefined
  /** Called once another process persists to the folder. Absent: the folder is not written down as this process's. */
  readonly onLost?: (() => void) | undefined
}

/** Opens a folder: reads and checks all records, no definition or rules. No name or link leads out. Throws GovError, usage. */
export async function openWorkspace(
  folder: string,
  { called = folder, persist = false, onLost }: OpenOptions = {},
): Promise<FolderWorkspace> {
  const root = await resolveRoot(folder, called)
  // Before anything is read.
  const holder = persist && onLost ? await holdRecords(root, onLost) : undefined
  if (persist) for (const name of changingFolders) await removeLeftovers(root, name)
  const { fileOf, stored, settings, users, apis } = await loadRecords(root)
  const keeper = persist ? recordFiles(root, fileOf, holder) : memoryFiles(fileOf)
  const store = createStore(stored, keeper)
  const records = { root, settings, users, apis }
  const files = apis.map((record) => [record, fileOf.get(record) ?? ''] as const)
  return Object.assign(folderWorkspace({ ...records, fileOf }, store), {
    snapshot: { ...records, fileOf: new Map(files) },
    carriedRulesets: createCarrier(store, fileOf),
  })
}

function createCarrier(store: Store, fileOf: WeakMap<object, string>): FolderWorkspace['carriedRulesets'] {
  let lastVersion = 0
  const versionOf = rememberPerObject((_record: RulesetRecord) => ++lastVersion)
  const known = new Map<
    string,
    { readonly records: readonly RulesetRecord[]; readonly carried: CarriedRulesets }
  >()
  const carry = (records: readonly RulesetRecord[]): CarriedRulesets => ({
    list: records.map((record) => {
      const { definition: _text, ...facts } = record
      return { record: facts, file: fileOf.get(record) ?? '', version: versionOf(record) }
    }),
    textOf: (wanted) => records.find(({ id }) => id === wanted)?.definition,
  })
  return (org_id) => {
    const records = store.rulesets.all().filter((record) => record.org_id === org_id && isLive(record))
    const last = known.get(org_id)
    const isSame =
      last?.records.length === records.length && records.every((each, at) => each === last.records[at])
    if (last && isSame) return last.carried
    const carried = carry(records)
    known.set(org_id, { records, carried })
    return carried
  }
}

/** The version is checked first: a newer format may have other keys. */
function readSettings(text: string): WorkspaceSettings {
  const name = 'workspace.yml'
  const newer = /^version:[ \t]*(\d+)[ \t]*$/m.exec(text)?.[1]
  if (newer !== undefined && Number(newer) > workspaceVersion) {
    const line = text.slice(0, text.search(/^version:/m)).split('\n').length
    const what = `${name}:${line}: version: ${newer} is newer than this gov, which reads up to ${workspaceVersion}`
    throw usageError('workspace-record-invalid', what, 'Update gov.')
  }
  return readRecord(settingsRecord(), text, name)
}

/** Reads what `workspace.yml` says, alone. Throws GovError (usage). */
export async function readWorkspaceSettings(folder: string): Promise<WorkspaceSettings> {
  return readSettings(await readText(await resolveRoot(folder, folder), 'workspace.yml'))
}

/** Bytes of definitions that a thread keeps: those that were used last. */
const mostKeptText = 8 * 1024 * 1024

/** Opens the records of another thread over the same folder. `fetchText` asks that for a definition, by its internal id. */
export function restoreWorkspace(snapshot: WorkspaceSnapshot, fetchText: (id: string) => Promise<string>) {
  const carried = new Map<object, CarriedRuleset>()
  const fileOf = { get: (record: object) => snapshot.fileOf.get(record) ?? carried.get(record)?.file }
  const opened = folderWorkspace({ ...snapshot, fileOf }, createStore())
  const fetchOnce = createTextMemory(fetchText)
  return {
    ...opened,
    get rulesets() {
      return Array.from(carried.values(), ({ record }) => record)
    },
    rules: async (record: RulesetRecord) => {
      const found = carried.get(record)
      if (!found || record.rules !== undefined) return opened.rules(record)
      return sentRules(record.ruleset_id, await fetchOnce(record.id, found.version))
    },
    carry: (rulesets: readonly CarriedRuleset[]) => {
      carried.clear()
      for (const ruleset of rulesets) carried.set(ruleset.record, ruleset)
    },
  }
}

function createTextMemory(fetchText: (id: string) => Promise<string>) {
  const { find, keep } = createRecentMemory<{ readonly version: number; readonly text: string }>(mostKeptText)
  return async (id: string, version: number) => {
    const known = find(id)
    const text = known?.version === version ? known.text : await fetchText(id)
    keep(id, { version, text })
    return text
  }
}

type FolderRecords = Omit<WorkspaceSnapshot, 'fileOf'> & {
  readonly fileOf: Pick<ReadonlyMap<object, string>, 'get'>
}

function folderWorkspace({ root, fileOf, ...records }: FolderRecords, store: Store): Workspace {
  const read = async (name: string) => ({
    name,
    text: await readText(root, name),
    format: findTextFormat(name) ?? 'yaml',
  })
  const readNeighbour = (record: object, name: string) => read(resolveSibling(fileOf.get(record) ?? '', name))
  const readExtended = (name: string, from: string) => read(resolveSibling(from, name))
  return {
    ...records,
    get rulesets() {
      return store.rulesets.all()
    },
    store,
    definition: (api) => readNeighbour(api, api.definition),
    rules: async (ruleset) => {
      const { rules, definition } = ruleset
      if (definition !== undefined) return sentRules(ruleset.ruleset_id, definition)
      return { ...(await readNeighbour(ruleset, rules ?? '')), read: readExtended }
    },
  }
}

function resolveSibling(file: string, name: string): string {
  return posix.join(posix.dirname(file), name)
}

async function resolveRoot(folder: string, called: string): Promise<string> {
  try {
    return await realpath(folder)
  } catch (error) {
    const hint = 'Name a folder with workspace.yml, users/, apis/ and rulesets/.'
    throw usageError('workspace-not-found', `the workspace ${called} cannot be opened`, hint, error)
  }
}

/** The files of records, by name, hidden ones left out. An API or a ruleset is a folder, so that its document is next to the record. */
async function listRecordNames(root: string, folder: RecordFolder): Promise<string[]> {
  const record = folder === 'apis' ? 'api.yml' : folder === 'rulesets' ? 'ruleset.yml' : undefined
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
    if (findErrorCode(error) === 'ENOENT') return []
    throw workspaceUnreadableError(folder, error)
  })
  const wanted = entries.filter((entry) =>
    record ? !entry.isFile() : findTextFormat(entry.name) !== undefined,
  )
  const names = wanted.map(({ name }) => name).filter((name) => !name.startsWith('.'))
  return names.sort().map((name) => (record ? `${folder}/${name}/${record}` : `${folder}/${name}`))
}

/** Bytes of a file that is read without waiting: reading it in the background takes six turns behind all other requests. */
const mostAtOnce = 256 * 1024

async function readText(root: string, name: string): Promise<string> {
  try {
    const file = realpathSync.native(join(root, name))
    if (!contains(file, root)) {
      const hint = 'Keep the file in the workspace, without .. or links to the outside.'
      throw usageError('workspace-file-outside', `${name} is not inside the workspace`, hint)
    }
    // A pipe would be waited for, for ever.
    const about = statSync(file)
    if (!about.isFile()) {
      const hint = 'Replace it with a file, or remove it.'
      throw usageError('workspace-unreadable', `${name} is not a regular file`, hint)
    }
    const bytes = about.size > mostAtOnce ? await readFile(file) : readFileSync(file)
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw error instanceof GovError ? error : workspaceUnreadableError(name, error)
  }
}

function workspaceUnreadableError(name: string, error: unknown): GovError {
  const hint = 'Add the file to the workspace as UTF-8 text, or fix its name.'
  const code = findErrorCode(error)
  const reason = code === undefined ? '' : code === 'ENOENT' ? ': no such file' : ` (${code})`
  return usageError('workspace-unreadable', `${name} cannot be read${reason}`, hint, error)
}

type RecordFolder = 'users' | 'apis' | 'developers' | (typeof changingFolders)[number]

/** How many small files are read at the same time. */
const batchSize = 64

/** Reads and checks every record of a workspace. Throws GovError (usage). */
async function loadRecords(root: string) {
  const settings = readSettings(await readText(root, 'workspace.yml'))
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
    const names = await listRecordNames(root, folder)
    for (let at = 0; at < names.length; at += batchSize) {
      const batch = names.slice(at, at + batchSize)
      const texts = await Promise.all(batch.map(async (file) => ({ file, text: await readText(root, file) })))
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
  if (!users.some(({ id }) => id === settings.default_user))
    throw recordFault('workspace.yml', 'default_user', `no user ${settings.default_user} in users/`)
  const loaded = await load('rulesets', rulesetRecord(), 'id', ({ id }) => [id])
  const listKeys = ({ org_id, ruleset_id, id }: RulesetRecord) =>
    [ruleset_id, id].map((each) => JSON.stringify([org_id, each]))
  requireUnique(loaded, 'ruleset_id and id', listKeys, fileOf)
  const toDeletedOfFile = (ruleset: RulesetRecord) => {
    const deleted = toDeleted(ruleset)
    fileOf.set(deleted, fileOf.get(ruleset) ?? '')
    return deleted
  }
  return {
    settings,
    users,
    apis: await load('apis', apiRecord(), 'api_id and id', ({ api_id, id }) => [api_id, id]),
    stored: {
      rulesets: loaded.map((ruleset) => (isLive(ruleset) ? ruleset : toDeletedOfFile(ruleset))),
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
