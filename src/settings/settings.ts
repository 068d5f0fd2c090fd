import type { Definition } from '../model/asked.ts'
import type { Format } from '../model/formats.ts'
import type { Policy, RulesetPolicy } from '../model/policy.ts'
import { severities } from '../model/severity.ts'
import type { Waiver } from '../model/waiver.ts'
import type { Fence } from './fence.ts'
import type { FailOn, OnTruncation, OnUnevaluated } from './policy-schema.ts'
import type { Secret } from './secret.ts'

/** Where a value comes from. `place` is what the user can go to: `--url`, `dashboard.url` of a script's options, `GOV_URL`, `.governance.yml:3:8`. */
export interface Origin {
  readonly source: 'flag' | 'option' | 'environment' | 'policy' | 'file' | 'default'
  readonly place: string
}

export interface Setting<Value> {
  readonly value: Value
  readonly origin: Origin
  /** Of files that are written: what they may not lead out of, looked at when they are. */
  readonly fence?: Fence | undefined
}

/** Everything that can be set, under its name in the config file. Files are relative to the working directory. */
export interface SettingValues {
  /** `embedded`, or an http(s) address. */
  readonly 'dashboard.url': string
  readonly 'dashboard.workspace': string
  /** Milliseconds, for one request. */
  readonly 'dashboard.timeout': number
  /** Milliseconds, for the whole run. */
  readonly 'dashboard.deadline': number
  readonly 'dashboard.retries': number
  /** Requests under way at once. */
  readonly 'dashboard.concurrency': number
  /** More authorities to trust, as PEM. */
  readonly 'dashboard.ca_file': string
  /** A client certificate and its key, as PEM. */
  readonly 'dashboard.cert_file': string
  readonly 'dashboard.key_file': string
  /** Sent with every request. */
  readonly 'dashboard.headers': Readonly<Record<string, string>>
  /** Where refresh tokens live. */
  readonly 'gateway.url': string
  readonly 'gateway.product': string
  readonly token: Secret
  readonly api_ids: readonly string[]
  readonly definitions: readonly Definition[]
  readonly ruleset_ids: readonly string[]
  readonly categories: readonly string[]
  /** Local rulesets, which run in the embedded sandbox. */
  readonly ruleset_files: readonly string[]
  readonly 'policy.fail_on': FailOn
  readonly 'policy.max.error': number
  readonly 'policy.max.warn': number
  readonly 'policy.max.info': number
  readonly 'policy.max.hint': number
  readonly 'policy.rulesets': Readonly<Record<string, RulesetPolicy>>
  readonly 'policy.advisory_actions': readonly string[]
  readonly 'policy.on_truncation': OnTruncation
  readonly 'policy.on_unevaluated': OnUnevaluated
  readonly 'policy.max_waiver_days': number
  readonly baseline: string
  readonly waivers: readonly Waiver[]
  readonly reports: readonly ReportFile[]
}

/** A report that a run writes, beside what it prints. */
export interface ReportFile {
  readonly format: Format
  readonly output: string
  /** What it may not be written outside of; undefined for one that the caller names. */
  readonly fence?: Fence | undefined
}

export type SettingName = keyof SettingValues

/** What one source says: the flags, the environment or the file. */
export type Layer = { readonly [Name in SettingName]?: Setting<SettingValues[Name]> | undefined }

const byDefault = <Value>(value: Value): Setting<Value> => ({
  value,
  origin: { source: 'default', place: 'default' },
})

export const defaults = {
  'dashboard.timeout': byDefault(30_000),
  'dashboard.deadline': byDefault(300_000),
  'dashboard.retries': byDefault(7),
  'dashboard.concurrency': byDefault(4),
  'gateway.product': byDefault('gw'),
  'policy.fail_on': byDefault<FailOn>('error'),
  'policy.on_truncation': byDefault<OnTruncation>('fail'),
  'policy.on_unevaluated': byDefault<OnUnevaluated>('fail'),
} satisfies Layer

/** All sources merged: a name that has a default is always there. */
export type Settings = Layer & { readonly [Name in keyof typeof defaults]: Setting<SettingValues[Name]> }

/** Values that are asked for together. */
const groups: readonly (readonly SettingName[])[] = [
  ['ruleset_ids', 'categories', 'ruleset_files'],
  ['api_ids', 'definitions'],
]

/** `--fail-on warn` says that one warning fails: a budget of the file for warnings, or worse, would undo it. */
function outranked(name: SettingName, flags: Layer): boolean {
  const level = flags['policy.fail_on']?.value
  if (level === undefined || level === 'never') return false
  const gating = severities.slice(0, severities.indexOf(level) + 1)
  return gating.some((severity) => name === `policy.max.${severity}`)
}

/**
 * Flag before environment before file before default. What is checked is one question with one answer: a flag that
 * selects rulesets puts the file's whole selection aside (ids, categories and files), and a flag that names APIs or
 * definitions puts aside all that the file names. A flag that says what fails puts aside the budgets that it outranks.
 */
export function mergeSettings(flags: Layer, environment: Layer, file: Layer): Settings {
  const replaced = groups.filter((group) => group.some((name) => flags[name] !== undefined)).flat()
  const first = <Name extends SettingName>(name: Name): Layer[Name] =>
    flags[name] ??
    environment[name] ??
    (replaced.includes(name) || outranked(name, flags) ? undefined : file[name])
  return {
    'dashboard.url': first('dashboard.url'),
    'dashboard.workspace': first('dashboard.workspace'),
    'dashboard.timeout': first('dashboard.timeout') ?? defaults['dashboard.timeout'],
    'dashboard.deadline': first('dashboard.deadline') ?? defaults['dashboard.deadline'],
    'dashboard.retries': first('dashboard.retries') ?? defaults['dashboard.retries'],
    'dashboard.concurrency': first('dashboard.concurrency') ?? defaults['dashboard.concurrency'],
    'dashboard.ca_file': first('dashboard.ca_file'),
    'dashboard.cert_file': first('dashboard.cert_file'),
    'dashboard.key_file': first('dashboard.key_file'),
    'dashboard.headers': first('dashboard.headers'),
    'gateway.url': first('gateway.url'),
    'gateway.product': first('gateway.product') ?? defaults['gateway.product'],
    token: first('token'),
    api_ids: first('api_ids'),
    definitions: first('definitions'),
    ruleset_ids: first('ruleset_ids'),
    categories: first('categories'),
    ruleset_files: first('ruleset_files'),
    'policy.fail_on': first('policy.fail_on') ?? defaults['policy.fail_on'],
    'policy.max.error': first('policy.max.error'),
    'policy.max.warn': first('policy.max.warn'),
    'policy.max.info': first('policy.max.info'),
    'policy.max.hint': first('policy.max.hint'),
    'policy.rulesets': first('policy.rulesets'),
    'policy.advisory_actions': first('policy.advisory_actions'),
    'policy.on_truncation': first('policy.on_truncation') ?? defaults['policy.on_truncation'],
    'policy.on_unevaluated': first('policy.on_unevaluated') ?? defaults['policy.on_unevaluated'],
    'policy.max_waiver_days': first('policy.max_waiver_days'),
    baseline: first('baseline'),
    waivers: first('waivers'),
    reports: first('reports'),
  }
}

/** What the team accepts, as the gate takes it. */
export function policyOf(settings: Settings): Policy {
  const budgets = severities.flatMap((severity) => {
    const budget = settings[`policy.max.${severity}`]
    return budget ? [[severity, budget.value] as const] : []
  })
  const days = settings['policy.max_waiver_days']
  return {
    fail_on: settings['policy.fail_on'].value,
    max: Object.fromEntries(budgets),
    rulesets: settings['policy.rulesets']?.value ?? {},
    advisory_actions: settings['policy.advisory_actions']?.value ?? [],
    on_truncation: settings['policy.on_truncation'].value,
    on_unevaluated: settings['policy.on_unevaluated'].value,
    ...(days && { max_waiver_days: days.value }),
  }
}
