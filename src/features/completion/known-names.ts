import { readdir, readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { breakingRules } from '../../check/breaking/rules/index.ts'
import { discoverConfig, packageKey } from '../../check/config/discover.ts'
import { findConfigFolder } from '../../check/config/load-config.ts'
import { readSmallText } from '../../check/config/read-config-source.ts'
import type { World } from '../../check/world.ts'
import { parseDocument } from '../../core/document/document.ts'
import { getChild, getValue, isRecord, toList } from '../../core/model/record.ts'
import { parsedJson } from '../../core/text/json.ts'
import { listExplainedRules } from '../../engine/rulesets/explanations/index.ts'

export type CompletionNoun = ListedNoun | 'profile' | 'check'
type ListedNoun = 'api' | 'ruleset' | 'category' | 'rule'

/** Limits for one press of Tab: records of a workspace, bytes of a config, bytes of a report. */
const mostRecords = 300
const mostConfigBytes = 1024 * 1024
const mostReportBytes = 4 * 1024 * 1024

/** What every shell takes as it stands: others would be run, or mean a flag, a folder or a line for our own scripts. */
const safeName = /^[\p{L}\p{N}_@%+.,/][\p{L}\p{N}_@%+=:.,/-]*$/u

/**
 * Names that the command line may mean, but for those that a shell would not take as they stand: those in the config, in the workspace that it embeds, in its baseline, and in
 * the last JSON report that a run has written for it, and those that the dashboard of `GOV_URL` lists.
 */
export async function listKnownNames(
  noun: CompletionNoun,
  words: readonly string[],
  world: World,
): Promise<readonly string[]> {
  return (await findKnownNames(noun, words, world)).filter((name) => safeName.test(name))
}

async function findKnownNames(noun: CompletionNoun, words: readonly string[], world: World) {
  const config = await readConfig(words, world).catch(() => undefined)
  if (noun === 'profile') return Object.keys(Object(getChild(config?.value, 'profiles'))).sort()
  if (noun === 'check')
    return getList(config?.value, 'checks')
      .map((each) => getChild(each, 'name'))
      .filter(isText)
  const workspace = flagFile('--workspace', words, world.cwd) ?? config?.workspace
  const ruleset = flagFile('--ruleset-file', words, world.cwd)
  const rulesets = ruleset === undefined ? (config?.rulesets ?? []) : [ruleset]
  const reports = words.filter((word) => /^[^-].*\.json$/.test(word)).map((word) => resolve(world.cwd, word))
  const found = await Promise.all([
    listConfigNames(noun, config),
    listWorkspaceNames(noun, workspace),
    listFileNames(noun, [...(config?.files ?? []), ...reports]),
    noun === 'rule' ? listRules(rulesets, workspace) : [],
    noun === 'rule' || !world.env.GOV_URL || hasFlag('--url', words) ? [] : askDashboard(noun, world),
  ])
  return [...new Set(found.flat())].sort()
}

interface KnownConfig {
  readonly value: unknown
  /** Absolute. */
  readonly workspace: string | undefined
  /** Absolute: the baseline, and reports for programs. */
  readonly files: readonly string[]
  /** Absolute. */
  readonly rulesets: readonly string[]
}

/** Reads the config without validation: a faulty one still has usable names. */
async function readConfig(words: readonly string[], { cwd }: World): Promise<KnownConfig | undefined> {
  const file = flagFile('--config', words, cwd) ?? (await discoverConfig(cwd))
  if (file === undefined) return undefined
  const whole = parseDocument(await readSmallText(file, mostConfigBytes), 'yaml').value
  const value = basename(file) === 'package.json' ? getChild(whole, packageKey) : whole
  const resolvePath = (name: unknown) =>
    typeof name === 'string' ? [resolve(findConfigFolder(file), name)] : []
  const reports = getList(value, 'reports').filter((each) => getChild(each, 'format') === 'json')
  return {
    value,
    workspace: resolvePath(getValue(value, ['dashboard', 'workspace']))[0],
    files: [
      ...resolvePath(getChild(value, 'baseline')),
      ...reports.flatMap((report) => resolvePath(getChild(report, 'output'))),
    ],
    rulesets: listConfigured(value, 'ruleset_files').flatMap(resolvePath),
  }
}

/** Loaded only where there is one to ask. */
async function askDashboard(noun: Exclude<ListedNoun, 'rule'>, world: World): Promise<readonly string[]> {
  const { listDashboardNames } = await import('./dashboard-names.ts')
  return listDashboardNames(noun, world).catch(() => [])
}

function hasFlag(flag: string, words: readonly string[]): boolean {
  return words.some((word) => word === flag || word.startsWith(`${flag}=`))
}

/** Absolute: the file or folder that a flag names. */
function flagFile(flag: string, words: readonly string[], cwd: string): string | undefined {
  const joined = words.find((word) => word.startsWith(`${flag}=`))
  const named =
    joined?.slice(flag.length + 1) ?? (words.includes(flag) ? words[words.indexOf(flag) + 1] : undefined)
  return named === undefined ? undefined : resolve(cwd, named)
}

const configKeys = { api: 'api_ids', ruleset: 'ruleset_ids', category: 'categories' } as const

/** At the top of the config, or in its checks. */
function listConfigured(value: unknown, key: string): unknown[] {
  return [value, ...getList(value, 'checks')].flatMap((each) => getList(each, key))
}

function listConfigNames(noun: ListedNoun, config: KnownConfig | undefined): string[] {
  if (noun === 'rule') return []
  const definitions = noun === 'api' ? listConfigured(config?.value, 'definitions') : []
  return [
    ...listConfigured(config?.value, configKeys[noun]),
    ...definitions.map((definition) => getChild(definition, 'api_id')),
  ].filter(isText)
}

const records = {
  api: { folders: ['apis'], key: 'api_id' },
  ruleset: { folders: ['rulesets'], key: 'ruleset_id' },
  category: { folders: ['apis', 'rulesets'], key: 'categories' },
} as const

/** Searches lines with a regular expression instead of parsing: a workspace may hold many records. */
async function listWorkspaceNames(noun: ListedNoun, workspace: string | undefined): Promise<string[]> {
  if (noun === 'rule' || workspace === undefined) return []
  const { folders, key } = records[noun]
  const line = new RegExp(`^${key}:[ \\t]*(.*)$`, 'm')
  const texts = await Promise.all(folders.map((folder) => recordTexts(join(workspace, folder), folder)))
  return texts.flat().flatMap((text) => listNames(line.exec(text)?.[1] ?? ''))
}

async function recordTexts(folder: string, kind: 'apis' | 'rulesets'): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const file = kind === 'apis' ? 'api.yml' : 'ruleset.yml'
  const read = (name: string) => readFile(join(folder, name, file), 'utf8').catch(() => '')
  return Promise.all(names.slice(0, mostRecords).map(read))
}

/** The names in `name`, `"name"` or `[one, "other"]`. */
function listNames(text: string): string[] {
  return [...text.replace(/\s#.*$/, '').matchAll(/[^\s,[\]"']+/g)].map(([name]) => name)
}

const issueKeys = { api: 'api_id', ruleset: 'ruleset_id', rule: 'rule_id' } as const

async function listFileNames(noun: ListedNoun, files: readonly string[]): Promise<string[]> {
  if (noun === 'category') return []
  const texts = await Promise.all(files.map((file) => readSmallText(file, mostReportBytes).catch(() => '{}')))
  return texts.flatMap((text) => {
    const issues = getList(parsedJson(text), 'issues')
    return issues.map((issue) => getChild(issue, issueKeys[noun])).filter(isText)
  })
}

function getList(value: unknown, key: string): readonly unknown[] {
  return toList(getChild(value, key))
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

const mostRulesets = 100
const mostRulesetBytes = 1024 * 1024

/** Ids of built-in rules, of breaking changes, and of ruleset files and a workspace. A broken file has none. */
async function listRules(files: readonly string[], workspace?: string): Promise<readonly string[]> {
  const saved = workspace === undefined ? [] : await listRulesetFiles(join(workspace, 'rulesets'))
  const [builtIn, ...own] = await Promise.all([
    listExplainedRules(),
    ...[...files, ...saved].map(listRuleNames),
  ])
  return [...[builtIn, ...own].flat(), ...breakingRules.map(({ id }) => id)]
}

async function listRulesetFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.slice(0, mostRulesets).map((name) => join(folder, name, 'rules.yaml'))
}

async function listRuleNames(file: string): Promise<string[]> {
  try {
    const { value } = parseDocument(await readSmallText(file, mostRulesetBytes), 'yaml')
    return isRecord(value) && isRecord(value.rules) ? Object.keys(value.rules) : []
  } catch {
    return []
  }
}
