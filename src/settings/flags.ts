import type { Definition } from '../model/asked.ts'
import type { Path } from '../model/location.ts'
import type { Severity } from '../model/severity.ts'
import { patternOf, problemsError, problemsOf } from './problems.ts'
import { type ConfigValues, checkValues } from './schema.ts'
import type { Layer } from './settings.ts'
import { toLayer } from './to-layer.ts'

/** What the command line may set, as it was typed. A flag that was not given is absent. */
export interface Flags {
  readonly url?: string | undefined
  readonly workspace?: string | undefined
  readonly timeout?: string | undefined
  readonly deadline?: string | undefined
  readonly retries?: string | undefined
  readonly concurrency?: string | undefined
  readonly apiIds?: readonly string[] | undefined
  readonly definitions?: readonly Definition[] | undefined
  readonly rulesetIds?: readonly string[] | undefined
  readonly categories?: readonly string[] | undefined
  readonly rulesetFiles?: readonly string[] | undefined
  readonly caFile?: string | undefined
  readonly certFile?: string | undefined
  readonly keyFile?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly gatewayUrl?: string | undefined
  readonly product?: string | undefined
  readonly failOn?: string | undefined
  readonly maxError?: string | undefined
  readonly maxWarn?: string | undefined
  readonly maxInfo?: string | undefined
  readonly maxHint?: string | undefined
  readonly onTruncation?: string | undefined
  readonly baseline?: string | undefined
}

/** What a user types for a value; the items of a list go by the name of the list. */
export const flagNames: ReadonlyMap<string, string> = new Map([
  ['dashboard.url', '--url'],
  ['dashboard.workspace', '--workspace'],
  ['dashboard.timeout', '--timeout'],
  ['dashboard.deadline', '--deadline'],
  ['dashboard.retries', '--retries'],
  ['dashboard.concurrency', '--concurrency'],
  ['dashboard.ca_file', '--ca-file'],
  ['dashboard.cert_file', '--cert-file'],
  ['dashboard.key_file', '--key-file'],
  ['dashboard.headers', '--header'],
  ['dashboard.headers.*', '--header'],
  ['gateway.url', '--gateway-url'],
  ['gateway.product', '--product'],
  ['api_ids', '--api-id'],
  ['ruleset_ids', '--ruleset-id'],
  ['categories', '--category'],
  ['ruleset_files', '--ruleset-file'],
  ['definitions', '--definition'],
  ['policy.fail_on', '--fail-on'],
  ['policy.max.error', '--max-error'],
  ['policy.max.warn', '--max-warn'],
  ['policy.max.info', '--max-info'],
  ['policy.max.hint', '--max-hint'],
  ['policy.on_truncation', '--on-truncation'],
  ['baseline', '--baseline'],
])

/** Checks flags by the rules of the config file. Throws GovError `flag-invalid`, which names every bad flag. */
export function readFlags(flags: Flags): Layer {
  const raw = nested(flags)
  const checked = checkValues(raw)
  if (!checked.success) throw flagError(checked.error.issues, raw)
  return toLayer(checked.data, (path) => ({ source: 'flag', place: flagName(path) }))
}

function flagError(issues: Parameters<typeof problemsOf>[0], raw: unknown) {
  return problemsError(problemsOf(issues, raw, 'flag-invalid', flagName), 'flag-invalid')
}

function nested(flags: Flags): Record<keyof ConfigValues, unknown> {
  const { url, workspace, timeout, deadline, gatewayUrl, product, failOn } = flags
  const [retries, concurrency] = [numeric(flags.retries), numeric(flags.concurrency)]
  return {
    dashboard: { url, workspace, timeout, deadline, retries, concurrency, ...trustOf(flags) },
    gateway: { url: gatewayUrl, product },
    api_ids: flags.apiIds,
    definitions: flags.definitions,
    ruleset_ids: flags.rulesetIds,
    categories: flags.categories,
    ruleset_files: flags.rulesetFiles,
    waivers: undefined,
    reports: undefined,
    policy: { fail_on: failOn, max: budgets(flags), on_truncation: flags.onTruncation },
    baseline: flags.baseline,
  }
}

function trustOf({ caFile, certFile, keyFile, headers }: Flags) {
  return { ca_file: caFile, cert_file: certFile, key_file: keyFile, headers }
}

function budgets({ maxError, maxWarn, maxInfo, maxHint }: Flags): Record<Severity, unknown> {
  return {
    error: numeric(maxError),
    warn: numeric(maxWarn),
    info: numeric(maxInfo),
    hint: numeric(maxHint),
  }
}

/** The number that digits stand for; anything else stays as it is, for the check to refuse. */
function numeric(text: string | undefined): number | string | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : text
}

function flagName(path: Path): string {
  const pattern = patternOf(path)
  const name = flagNames.get(pattern) ?? flagNames.get(pattern.replace(/\[\].*$/, '')) ?? pattern
  return pattern === 'dashboard.headers.*' ? `${name} ${JSON.stringify(path.at(-1))}` : name
}
