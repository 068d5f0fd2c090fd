/**
 * Every setting, one row each. Layers, precedence, flags, help, completion, hints, the JSON Schema, path checks and the
 * options of the library are made from these rows: a new setting is a new row, its test and its page.
 */

import { z } from 'zod'
import { basePolicies } from '../core/model/base.ts'
import { breakingAllowances, breakingLevels } from '../core/model/breaking.ts'
import { engineNames, usualEngine } from '../core/model/engine-name.ts'
import { formats, standardOutput } from '../core/model/formats.ts'
import { inlineWaivers } from '../core/model/inline-waivers.ts'
import type { Severity } from '../core/model/severity.ts'
import { embedded } from './dashboard-url.ts'
import { checks, definitions, reports, waiverHints, waiverSchema } from './entry-schemas.ts'
import { expected, filledText, headers, hideValues, httpUrl, product, readHeaderFlags, url } from './kinds.ts'
import {
  breakingRulesHints,
  breakingRulesSchema,
  deprecationDays,
  deprecationDaysHints,
  failOnLevels,
  rulesetPolicies,
  rulesetPolicyHints,
} from './policy-schema.ts'
import {
  createChoice,
  createCount,
  createNamesSchema,
  type Files,
  type FlagGroup,
  file,
  filesToRead,
  fileToRead,
  id,
  listHint,
  nameList,
  pem,
  type Rows,
  readNumber,
  time,
} from './row.ts'
import { isToken, type Secret, secret } from './secret.ts'

/** For rows that have no value in the file: nothing is written there. */
const notInFile = { hint: '', sources: [] } as const

const credential = {
  ...notInFile,
  isSecret: true,
  schema: () =>
    z
      .string(expected('text'))
      .refine(isToken, 'contains an invalid character')
      .transform<Secret>((value) => secret(value)),
  shown: () => '(set)',
} as const

const budget = createCount('from 0 up')

function budgetRow<const Name extends Severity>(severity: Name, help: string, isHidden = false) {
  const spelling = `--max-${severity} <number>` as const
  return { ...budget, help, flag: { spelling, group: 'policy', isHidden, read: readNumber } } as const
}

type DefinitionEntries = readonly z.output<ReturnType<typeof definitions>>[number][]

const definitionHints = {
  '[]': 'Write the path of a file, a glob such as apis/**/openapi.yaml, or a mapping with file and, optionally, api_id and api_name.',
  '[].file': file,
  '[].api_id': id,
  '[].api_name': 'Write a name, or delete the key.',
}

const definitionFiles: Files<DefinitionEntries> = {
  use: 'read',
  map: (value, change) =>
    value.map((definition, index) => ({ ...definition, file: change(definition.file, [index]) })),
}

const checkFiles: Files<readonly z.output<ReturnType<typeof checks>>[number][]> = {
  use: 'read',
  map: (value, change) =>
    value.map((check, index) => {
      const { definitions: own, ruleset_files: rulesets } = check
      return {
        ...check,
        ...(own && {
          definitions: [
            ...definitionFiles.map(own, (path, at) => change(path, [index, 'definitions', ...at])),
          ],
        }),
        ...(rulesets && {
          ruleset_files: rulesets.map((path, at) => change(path, [index, 'ruleset_files', at])),
        }),
      }
    }),
}

const rows = {
  profile: {
    schema: filledText,
    hint: 'Name a profile of the config.',
    help: 'profile of the config to apply',
    flag: { spelling: '--profile <name>', group: 'dashboard' },
    variable: 'GOV_PROFILE',
    sources: ['option'],
    completion: 'profile',
  },
  'dashboard.url': {
    schema: url,
    hint: 'Write "embedded", or a URL such as https://dashboard.example.com.',
    help: 'dashboard URL, or "embedded"',
    flag: { spelling: '--url <url>', group: 'dashboard' },
    variable: 'GOV_URL',
    completion: [embedded, 'https://'],
  },
  'dashboard.workspace': {
    schema: filledText,
    hint: 'Write the path of the folder for the embedded sandbox to serve.',
    help: 'folder for the embedded sandbox to serve',
    flag: { spelling: '--workspace <folder>', group: 'dashboard' },
    files: fileToRead,
  },
  'dashboard.timeout': {
    ...time,
    help: 'time limit per request',
    flag: { spelling: '--timeout <duration>', group: 'connection' },
    default: 30_000,
  },
  'dashboard.deadline': {
    ...time,
    help: 'time limit for the whole run',
    flag: { spelling: '--deadline <duration>', group: 'connection' },
    default: 300_000,
  },
  'dashboard.retries': {
    ...createCount('from 0 to 10', 10),
    help: 'retries per request, 0 to 10; changes are never retried',
    flag: { spelling: '--retries <number>', group: 'connection', read: readNumber },
    default: 7,
  },
  'dashboard.concurrency': {
    ...createCount('from 1 to 32', 32, 1),
    help: 'concurrent requests, 1 to 32',
    flag: { spelling: '--concurrency <number>', group: 'request', read: readNumber },
    default: 4,
  },
  'dashboard.ca_file': {
    ...pem,
    help: 'extra CA certificates to trust (PEM)',
    flag: { spelling: '--ca-file <file>', group: 'connection' },
    variable: 'GOV_CA_FILE',
  },
  'dashboard.cert_file': {
    ...pem,
    help: 'client certificate (PEM)',
    flag: { spelling: '--cert-file <file>', group: 'connection' },
    variable: 'GOV_CERT_FILE',
  },
  'dashboard.key_file': {
    ...pem,
    help: 'key of the client certificate (PEM)',
    flag: { spelling: '--key-file <file>', group: 'connection' },
    variable: 'GOV_KEY_FILE',
  },
  'dashboard.headers': {
    schema: headers,
    hint: 'Write names and values of request headers, except those that gov sends itself.',
    inner: {
      '*': "Write the header's value on one line, in quotes, without secrets.",
    },
    help: 'extra request header; replaces those in the config',
    flag: {
      spelling: '--header <name: value>',
      group: 'connection',
      isRepeatable: true,
      read: readHeaderFlags,
    },
    shown: hideValues,
  },
  'gateway.url': {
    schema: httpUrl,
    hint: "Write the gateway's URL, such as https://gateway.example.com.",
    help: 'gateway URL',
    flag: { spelling: '--gateway-url <url>', group: 'gateway' },
    variable: 'GOV_GATEWAY_URL',
    sources: ['file'],
  },
  'gateway.product': {
    schema: product,
    hint: 'Write the word used in the gateway\'s paths, such as "gw".',
    help: 'product name in gateway paths and headers',
    flag: { spelling: '--product <word>', group: 'gateway' },
    sources: ['file'],
    default: 'gw',
  },
  token: {
    ...credential,
    help: "the user's Dashboard API access credentials",
    variable: 'GOV_TOKEN',
    sources: ['option'],
  },
  admin_token: {
    ...credential,
    help: "admin secret from the dashboard's configuration: users, single sign-on",
    variable: 'GOV_ADMIN_TOKEN',
  },
  gateway_token: {
    ...credential,
    help: "the gateway's secret: refresh tokens",
    variable: 'GOV_GATEWAY_TOKEN',
  },
  api_ids: {
    ...nameList('API id or pattern of names', id),
    help: 'saved API to check, or all whose name or id a pattern in quotes matches, such as "pay*"',
    flag: { spelling: '--api-id <id>', group: 'target', isRepeatable: true },
    completion: 'api',
  },
  api_categories: {
    ...nameList('category of APIs', 'Write category names, each once.'),
    help: 'check all saved APIs in this category',
    flag: { spelling: '--api-category <name>', group: 'target', isRepeatable: true },
    completion: 'category',
  },
  definitions: {
    schema: definitions,
    hint: listHint('file or glob'),
    inner: definitionHints,
    help: 'local OpenAPI file to check, or a glob in quotes',
    flag: { spelling: '--definition <file>', group: 'target', isRepeatable: true },
    files: definitionFiles,
  },
  ruleset_ids: {
    ...nameList('ruleset id', id),
    help: 'dashboard ruleset to run',
    flag: { spelling: '--ruleset-id <id>', group: 'target', isRepeatable: true },
    completion: 'ruleset',
  },
  categories: {
    ...nameList('category', 'Write category names, each once.'),
    help: 'run the rulesets in a category',
    flag: { spelling: '--category <name>', group: 'target', isRepeatable: true },
    completion: 'category',
  },
  ruleset_files: {
    ...nameList('ruleset file', file),
    help: 'local ruleset to run in the embedded sandbox',
    flag: { spelling: '--ruleset-file <file>', short: '-r', group: 'target', isRepeatable: true },
    files: filesToRead,
  },
  checks: {
    schema: checks,
    hint: 'Write a list of checks, each with a name of its own, its definitions or api_ids, and its rulesets.',
    inner: {
      '[]': 'Write name, definitions or api_ids, and one of ruleset_files, ruleset_ids and categories.',
      '[].name': 'Write a name for --check and for reports, such as that of a team.',
      '[].definitions': listHint('file or glob'),
      ...Object.fromEntries(
        Object.entries(definitionHints).map(([at, hint]) => [`[].definitions${at}`, hint]),
      ),
      '[].api_ids': listHint('API id'),
      '[].api_ids[]': id,
      '[].ruleset_files': listHint('ruleset file'),
      '[].ruleset_files[]': file,
      '[].ruleset_ids': listHint('ruleset id'),
      '[].ruleset_ids[]': id,
      '[].categories': listHint('category'),
    },
    help: 'what is checked by which rulesets, where that differs: a check for each team',
    sources: ['file'],
    files: checkFiles,
  },
  check: {
    ...notInFile,
    schema: createNamesSchema,
    sources: ['option'],
    help: 'only this check of the config',
    flag: { spelling: '--check <name>', group: 'target', isRepeatable: true },
    completion: 'check',
  },
  engine: {
    ...createChoice(engineNames),
    help: 'rule engine of the embedded sandbox: spectral, or vacuum as on dashboards',
    flag: { spelling: '--engine <name>', group: 'request' },
    default: usualEngine,
  },
  'policy.fail_on': {
    ...createChoice(failOnLevels),
    help: 'lowest severity that fails: error, warn, info, hint or never',
    flag: { spelling: '--fail-on <severity>', short: '-F', group: 'policy' },
    default: 'error',
  },
  'policy.max.error': budgetRow('error', 'maximum number of errors, overriding --fail-on'),
  'policy.max.warn': budgetRow('warn', 'maximum number of warnings; also --max-info, --max-hint'),
  'policy.max.info': budgetRow('info', 'maximum number of infos', true),
  'policy.max.hint': budgetRow('hint', 'maximum number of hints', true),
  'policy.rulesets': {
    schema: rulesetPolicies,
    hint: 'Write the id of a ruleset with its own fail_on or max.',
    inner: rulesetPolicyHints,
    help: 'limits (fail_on, max) for single rulesets, by their ids',
  },
  'policy.advisory_actions': {
    schema: createNamesSchema,
    hint: 'Write a list of actions, such as ["none"], or delete the key.',
    inner: { '[]': 'Write ruleset actions, such as "none", each once.' },
    help: 'actions of rulesets that are reported and never fail, such as none',
  },
  'policy.on_truncation': {
    ...createChoice(['fail', 'split']),
    help: 'if a response is truncated: fail, or split the request',
    flag: { spelling: '--on-truncation <choice>', group: 'request' },
    default: 'fail',
  },
  'policy.on_unevaluated': {
    ...createChoice(['fail', 'pass']),
    help: 'if no ruleset ran, or an API was not evaluated: fail or pass',
    default: 'fail',
  },
  'policy.on_unmatched': {
    ...createChoice(['fail', 'warn', 'ignore']),
    help: 'if a rule matched nothing: fail, warn or ignore',
    absent: 'warn',
  },
  'policy.base': {
    ...createChoice(basePolicies),
    help: 'issues that count with --base: new, touched or all',
    absent: 'new',
    flag: { spelling: '--base-policy <choice>', group: 'base' },
  },
  'policy.breaking': {
    ...createChoice(breakingLevels),
    help: 'breaking changes since --base: error, warn or off',
    absent: 'off',
    flag: { spelling: '--breaking <choice>', group: 'base' },
  },
  'policy.breaking_rules': {
    schema: breakingRulesSchema,
    hint: 'Write rules of docs/breaking-rules.md, each with a severity or off.',
    inner: breakingRulesHints,
    help: 'severity of single breaking changes, by their rules: error, warn, info, hint or off',
  },
  'policy.breaking_allowed': {
    ...createChoice(breakingAllowances),
    help: 'breaking changes that do not count: major (those of a new major info.version) or never (default)',
  },
  'policy.deprecation_days': {
    schema: deprecationDays,
    hint: 'Write a number of days for an x-stability-level, such as "stable: 180".',
    inner: deprecationDaysHints,
    help: 'minimum number of days from a deprecation to its x-sunset, for draft, alpha, beta and stable',
  },
  'policy.functions': {
    ...createChoice(['allow', 'refuse']),
    help: 'whether functions of rulesets in JavaScript run, in their sandbox: allow or refuse',
    default: 'allow',
  },
  'policy.inline_waivers': {
    ...createChoice(inlineWaivers),
    help: 'whether x-lint-ignore in a definition excuses issues: none, x-lint-ignore, or refuse it in saved APIs too',
    absent: 'none',
  },
  'policy.max_waiver_days': {
    ...budget,
    hint: 'Write the maximum number of days until a waiver ends, such as 90.',
    help: 'maximum number of days until a waiver ends',
  },
  baseline: {
    schema: filledText,
    hint: 'Write the path of the file from gov baseline create.',
    help: 'file of known issues, which do not fail (see gov baseline)',
    flag: { spelling: '--baseline <file>', group: 'target' },
    files: fileToRead,
  },
  waivers: {
    schema: () => z.array(waiverSchema(), expected('a list')),
    hint: 'Write a list of waivers (gov waiver add writes one), or delete the key.',
    inner: waiverHints,
    help: 'issues accepted until a date, each with a reason and an owner',
  },
  reports: {
    schema: reports,
    hint: 'Write a list with at least one report, each output once, or delete the key.',
    inner: {
      '[]': 'Write a mapping with output and, unless the extension says it, format.',
      '[].format': `Write one of: ${formats.join(', ')}.`,
      '[].output': 'Write the path of the report file, or - for standard output.',
    },
    help: 'reports to write to files',
    sources: ['file'],
    files: {
      use: 'write',
      map: (value, change) =>
        value.map((report, index) =>
          report.output === standardOutput ? report : { ...report, output: change(report.output, [index]) },
        ),
    } satisfies Files<readonly z.output<ReturnType<typeof reports>>[number][]>,
  },
} as const

type Table = typeof rows

export type SettingName = keyof Table
export type Values = { readonly [Name in SettingName]: Frozen<z.output<ReturnType<Table[Name]['schema']>>> }
type Frozen<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value

/** Names of settings that have a value in every run. */
export type DefaultedName = {
  readonly [Name in SettingName]: Table[Name] extends { readonly default: unknown } ? Name : never
}[SettingName]

type SecretName = {
  readonly [Name in SettingName]: Table[Name] extends { readonly isSecret: true } ? Name : never
}[SettingName]

export type TokenVariable = Table[SecretName]['variable']

type CamelCase<Text extends string> = Text extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Text

type FlagKey<Name extends SettingName, Group extends FlagGroup> = Table[Name] extends {
  readonly flag: { readonly spelling: `--${infer Word} <${string}>`; readonly group: Group }
}
  ? CamelCase<Word>
  : never

export type SettingFlags<Group extends FlagGroup = FlagGroup> = {
  readonly [Name in SettingName as FlagKey<Name, Group>]?:
    | (Table[Name] extends { readonly flag: { readonly isRepeatable: true } } ? readonly string[] : string)
    | undefined
}

export const settingTable: Rows<Values> = rows

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(settingTable, name)
}

export const settingNames: readonly SettingName[] = Object.keys(settingTable).filter(isSettingName)

/** Hints for the mappings that hold the settings. */
export const groupHints: Readonly<Record<string, string>> = {
  '': 'Write keys and values, starting with "version: 1".',
  dashboard: 'Write url and other keys under dashboard, or delete the key.',
  gateway: 'Write url and, unless it is "gw", product under gateway, or delete the key.',
  policy: 'Write fail_on, max or another of its keys under policy, or delete the key.',
  'policy.max': 'Write a limit for a severity, such as "warn: 20".',
}
