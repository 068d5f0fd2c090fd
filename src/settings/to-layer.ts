import type { Path } from '../model/location.ts'
import type { ConfigValues } from './schema.ts'
import type { Layer, Origin } from './settings.ts'

/** Nested values under their flat names, each with the origin that `originOf` gives for its path. */
export function toLayer(values: ConfigValues, originOf: (path: Path) => Origin): Layer {
  const from = <Value>(value: Value | undefined, ...path: Path) =>
    value === undefined ? undefined : { value, origin: originOf(path) }
  const { dashboard, gateway, policy } = values
  return {
    'dashboard.url': from(dashboard?.url, 'dashboard', 'url'),
    'dashboard.workspace': from(dashboard?.workspace, 'dashboard', 'workspace'),
    'dashboard.timeout': from(dashboard?.timeout, 'dashboard', 'timeout'),
    'dashboard.deadline': from(dashboard?.deadline, 'dashboard', 'deadline'),
    'dashboard.retries': from(dashboard?.retries, 'dashboard', 'retries'),
    'dashboard.concurrency': from(dashboard?.concurrency, 'dashboard', 'concurrency'),
    'dashboard.ca_file': from(dashboard?.ca_file, 'dashboard', 'ca_file'),
    'dashboard.cert_file': from(dashboard?.cert_file, 'dashboard', 'cert_file'),
    'dashboard.key_file': from(dashboard?.key_file, 'dashboard', 'key_file'),
    'dashboard.headers': from(dashboard?.headers, 'dashboard', 'headers'),
    'gateway.url': from(gateway?.url, 'gateway', 'url'),
    'gateway.product': from(gateway?.product, 'gateway', 'product'),
    api_ids: from(values.api_ids, 'api_ids'),
    definitions: from(values.definitions, 'definitions'),
    ruleset_ids: from(values.ruleset_ids, 'ruleset_ids'),
    categories: from(values.categories, 'categories'),
    ruleset_files: from(values.ruleset_files, 'ruleset_files'),
    'policy.fail_on': from(policy?.fail_on, 'policy', 'fail_on'),
    'policy.max.error': from(policy?.max?.error, 'policy', 'max', 'error'),
    'policy.max.warn': from(policy?.max?.warn, 'policy', 'max', 'warn'),
    'policy.max.info': from(policy?.max?.info, 'policy', 'max', 'info'),
    'policy.max.hint': from(policy?.max?.hint, 'policy', 'max', 'hint'),
    'policy.rulesets': from(policy?.rulesets, 'policy', 'rulesets'),
    'policy.advisory_actions': from(policy?.advisory_actions, 'policy', 'advisory_actions'),
    'policy.on_truncation': from(policy?.on_truncation, 'policy', 'on_truncation'),
    'policy.on_unevaluated': from(policy?.on_unevaluated, 'policy', 'on_unevaluated'),
    'policy.max_waiver_days': from(policy?.max_waiver_days, 'policy', 'max_waiver_days'),
    baseline: from(values.baseline, 'baseline'),
    waivers: from(values.waivers, 'waivers'),
    reports: from(values.reports, 'reports'),
  }
}
