import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type FolderHolder, FolderLostError } from '../../src/sandbox/store/holder.ts'
import { holdRecords, recordFiles } from '../../src/sandbox/store/record-files.ts'
import type { RulesetRecord } from '../../src/sandbox/store/records.ts'
import { createStore, type Store } from '../../src/sandbox/store/store.ts'
import { openWorkspace } from '../../src/sandbox/store/workspace.ts'

const ruleset: RulesetRecord = {
  ruleset_id: 'old',
  id: 'old',
  name: 'Old',
  description: '',
  org_id: 'o1',
  active: true,
  resource_type: 'oas-api',
  action: 'none',
  categories: [],
  is_template: false,
  definition: '{}',
  date_created: '2026-01-01T00:00:00Z',
  last_updated: '2026-01-01T00:00:00Z',
}
const oldKey = { key_hash: 'k1', org_id: 'o1', session: { alias: 'old' } }
const token = { key: 't1', api_id: 'a1', client_id: 'c1' }
const files = {
  'workspace.yml':
    'version: 1\ngovernance: true\napi_ownership: false\ndefault_user: u1\norganisations: [{ id: o1, name: One }]\n',
  'users/one.yml': 'id: u1\naccess_key: k1\nactive: true\norg_id: o1\nuser_permissions: {}\n',
  'refresh-tokens/mine.json': JSON.stringify(token),
  'keys/mine.json': JSON.stringify(oldKey),
  'rulesets/old/ruleset.yml': JSON.stringify(ruleset),
}

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function workspaceFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lost-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

const openNext = (folder: string) => openWorkspace(folder, { persist: true, onLost: () => {} })

/** Every record, and every file, hidden ones included. */
async function readAll(folder: string) {
  const { store } = await openWorkspace(folder)
  const records = [store.keys, store.refreshTokens, store.rulesets].map((each) => each.all())
  return { records, files: readdirSync(folder, { recursive: true }).map(String).sort() }
}

const changes: [name: string, change: (store: Store) => Promise<void>][] = [
  ['a new record', ({ keys }) => keys.save({ ...oldKey, key_hash: 'k2' })],
  ['a record that replaces one', ({ keys }) => keys.save({ ...oldKey, session: { alias: 'new' } })],
  ['a new ruleset', ({ rulesets }) => rulesets.save({ ...ruleset, id: 'new', ruleset_id: 'new' })],
  ['a ruleset that replaces one', ({ rulesets }) => rulesets.save({ ...ruleset, name: 'New' })],
  ['a removed record', ({ refreshTokens: { find, remove } }) => remove(find('t1') ?? token)],
  ['a removed ruleset', ({ rulesets: { find, remove } }) => remove(find('old') ?? ruleset)],
]

/** The change of a process that another one takes the folder from just after it looked for the first or the second time. */
async function changeWhileLost(
  folder: string,
  change: (store: Store) => Promise<void>,
  look: 1 | 2 | 'before',
) {
  const first = await openWorkspace(folder)
  const lost: string[] = []
  const held = await holdRecords(folder, () => lost.push('first'))
  let looks = 0
  let next: Awaited<ReturnType<typeof readAll>> | undefined
  const takeOver = async () => {
    await openNext(folder)
    next = await readAll(folder)
  }
  const holder: FolderHolder = {
    requireHeld: async (what) => {
      if (look === 2 && looks === 1) await takeOver()
      await held.requireHeld(what)
      looks += 1
      if (look === 1 && looks === 1) await takeOver()
    },
  }
  if (look === 'before') await takeOver()
  const fileOf = new WeakMap<object, string>()
  const stored = {
    keys: first.store.keys.all(),
    refreshTokens: first.store.refreshTokens.all(),
    rulesets: first.store.rulesets.all(),
  }
  for (const [list, name] of [
    [stored.keys, 'keys/mine.json'],
    [stored.refreshTokens, 'refresh-tokens/mine.json'],
    [stored.rulesets, 'rulesets/old/ruleset.yml'],
  ] as const)
    for (const record of list) fileOf.set(record, name)
  const store = createStore(stored, recordFiles(folder, fileOf, holder))
  const error = await change(store).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return { error, lost, next, now: await readAll(folder) }
}

describe.each(changes)('%s, of a process that has lost its folder', (_name, change) => {
  it.each([
    ['before it looked', 'before'],
    ['between its look and its change', 1],
  ] as const)('%s, is not made', async (_when, look) => {
    const folder = workspaceFolder()
    const { error, lost, next, now } = await changeWhileLost(folder, change, look)
    expect(error).toEqual(
      new FolderLostError('The change was not made: another process has the workspace now'),
    )
    expect(lost[0]).toBe('first')
    // What the next holder has read is what is there.
    expect(now).toEqual(next)
    for (const [name, text] of Object.entries(files))
      expect(readFileSync(join(folder, name), 'utf8')).toBe(text)
  })

  it('between its change and its answer, is not answered, and known to the next holder', async () => {
    const folder = workspaceFolder()
    const before = await readAll(folder)
    const { error, next, now } = await changeWhileLost(folder, change, 2)
    expect(error).toEqual(new FolderLostError('The change was made: another process has the workspace now'))
    expect(now.records).toEqual(next?.records)
    expect(now.records).not.toEqual(before.records)
    expect(now.files.filter((name) => name.endsWith('.tmp'))).toEqual([])
  })
})
