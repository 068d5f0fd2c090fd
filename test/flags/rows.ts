import { interruptedError } from '../../src/check/world.ts'
import type { CheckOptions } from '../../src/library/check-options.ts'
import type { Dashboard } from './dashboard.ts'
import { type Effect, type Facts, workspace } from './runs.ts'

export interface Row extends Effect {
  /** Default: true, for which nothing is typed. */
  readonly value?: unknown
  /** What is typed, if it is not the value. */
  readonly typed?: string
  /** What both runs are asked. Default: `api.yaml`, by `rules.yaml`. */
  readonly beside?: CheckOptions
  readonly facts?: Facts
}

const ruleset_files = ['rules.yaml']
export const api: CheckOptions = { definitions: ['api.yaml'], ruleset_files }
const error: CheckOptions = { ...api, definitions: ['error.yaml'] }
const later: CheckOptions = { ...api, definitions: ['later.yaml'], base: 'api.yaml' }
const ruleset_ids = ['rs-docs']
const embedded = { dashboard: { url: 'embedded', workspace } }
const orders: CheckOptions = { ...embedded, api_ids: ['orders'], ruleset_ids }
const terminal: Facts = { terminals: ['stdin', 'stdout', 'stderr'] }
/** More than one request takes. */
const meeting = Array.from({ length: 11 }, (_, at) => `meets${at}`)
const waivers = [{ rule_id: 'licensed', reason: 'r', owner: 'o', expires: '2999-01-01' }]
const checks = `version: 1
checks:
  - { name: first, definitions: [api.yaml], ruleset_files: [rules.yaml] }
  - { name: second, definitions: [old.yaml], ruleset_files: [idle.yaml] }
`
const earlier = ['--definition', 'error.yaml', '--ruleset-file', 'rules.yaml', '--output', 'json=run.json']
const bold = '\u001b\\[1m'

/** Every flag of `gov check` and every option of `check`, by their names, with what they are for. */
export function makeRows({ http, https }: Dashboard): Readonly<Record<string, Row>> {
  const asked = (url: string, api_ids: string[], more = {}) => ({
    beside: { api_ids, ruleset_ids, dashboard: { url, ...more } },
  })
  const saved = (...ids: string[]) => asked(http, ids)
  const once = (id: string) => asked(http, [id], { retries: 0 })
  const secure = (more = {}) => asked(https, ['a'], { retries: 0, ...more })
  return {
    '--config config': { value: 'gov.yml', beside: {} },
    '--trust-paths trustPaths': { beside: { config: 'inner/gov.yml' } },
    '--profile profile': { value: 'strict', beside: { config: 'gov.yml' }, exit: 1 },
    '--url dashboard.url': { value: http, beside: { api_ids: ['a'], ruleset_ids } },
    '--workspace dashboard.workspace': {
      value: workspace,
      beside: { ...orders, dashboard: { url: 'embedded' } },
    },
    '--api-id api_ids': { value: ['shipping'], beside: orders, adds: /\bshipping\b/ },
    '--api-category api_categories': {
      value: ['public'],
      beside: { ...embedded, ruleset_ids, api_ids: ['orders'] },
      adds: /\bcatalogue\b/,
    },
    '--all-apis': { beside: orders, adds: /\bshipping\b/ },
    '--definition definitions': { value: ['error.yaml'], exit: 1 },
    '--exclude': { value: 'error.*', beside: { ...api, definitions: ['{api,error}.yaml'] } },
    '--ruleset-id ruleset_ids': { value: ['rs-security'], beside: orders, adds: /Security baseline/ },
    '--category categories': { value: ['public'], beside: { ...embedded, api_ids: ['orders'] }, exit: 1 },
    '--check check': {
      value: ['second'],
      beside: { config: 'checks.yml' },
      facts: { files: { 'checks.yml': checks } },
      drops: /2 checks \(first, second\)/,
    },
    '--ruleset-file ruleset_files': { value: ['other.yaml'], exit: 1 },
    '--baseline baseline': { value: 'known.json', beside: error },
    '--allow-remote allowRemote': {
      value: [`${http}/`],
      beside: { ...api, ruleset_files: ['far.yaml'] },
      facts: { files: { 'far.yaml': `extends: ${http}/rules.yaml\n` } },
    },
    '--policy policyFile': { value: 'policy.yml', exit: 1 },
    '--strict-baseline strictBaseline': { beside: { ...api, baseline: 'known.json' }, exit: 1 },
    '--fail-on policy.fail_on': { value: 'warn', exit: 1 },
    '--max-error policy.max.error': { value: 1, beside: error },
    '--max-warn policy.max.warn': { value: 0, exit: 1 },
    '--max-info policy.max.info': { value: 0, exit: 1 },
    '--max-hint policy.max.hint': { value: 0, exit: 1 },
    '--strictness': { value: 'permissive', beside: error },
    '--concurrency dashboard.concurrency': { value: 1, ...saved(...meeting), drops: /met 2/ },
    '--engine engine': { value: 'vacuum', adds: /engine: vacuum/ },
    '--on-truncation policy.on_truncation': { value: 'split', ...saved('a', 'cut') },
    '--diagnose diagnose': { ...saved('a', 'broken'), exit: 5, adds: /ruleset rs-docs on API broken/ },
    '--service-limits': {
      beside: { definitions: ['many.yaml'], ruleset_files: ['many-rules.yaml'] },
      exit: 5,
      adds: /1000 of 1,001/,
    },
    '--timeout dashboard.timeout': { value: '50ms', ...once('slow'), exit: 4, adds: /within 0.05 s/ },
    '--deadline dashboard.deadline': { value: '50ms', ...once('slow'), exit: 4, adds: /deadline/ },
    '--retries dashboard.retries': { value: 0, ...saved('flaky'), exit: 4 },
    '--ca-file dashboard.ca_file': { value: 'ca.pem', ...secure() },
    '--cert-file dashboard.cert_file': {
      value: 'cert.pem',
      ...secure({ ca_file: 'ca.pem', key_file: 'key.pem' }),
      adds: /as pipeline/,
    },
    '--key-file dashboard.key_file': {
      value: 'key.pem',
      ...secure({ ca_file: 'ca.pem', cert_file: 'cert.pem' }),
      adds: /as pipeline/,
    },
    '--header dashboard.headers': {
      value: { 'X-Team': 'payments' },
      typed: 'X-Team: payments',
      ...saved('a'),
      adds: /from payments/,
    },
    '--insecure-http': {
      ...asked('http://dashboard.test', ['a']),
      facts: { env: { HTTP_PROXY: http } },
      adds: /from undefined/,
    },
    '--insecure-tls': { ...secure(), adds: /from undefined/ },
    '--verbose': { ...saved('a'), adds: /^POST .*: 200 in/m },
    '--debug': { ...saved('a'), adds: /^ {2}sent \{/m },
    '--shard': { value: '1/2', beside: { ...api, definitions: ['api.yaml', 'error.yaml'] } },
    '--run': { value: '7', exit: 2, adds: /--run needs --shard/ },
    '--base base': { value: 'old.yaml', beside: error },
    '--base-policy policy.base': { value: 'all', beside: { ...error, base: 'old.yaml' }, exit: 1 },
    '--breaking policy.breaking': { value: 'error', beside: later, exit: 1 },
    '--changelog': { value: 'changes.md', beside: later, adds: /^--- changes.md\n## T 1/m },
    '--compare': { value: 'run.json', facts: { earlier }, adds: /^3 new, 4 fixed/m },
    '--watch': { exit: 130, adds: /^watching/m },
    '--stdin-filepath': {
      value: 'inner/stdin.yaml',
      beside: { ruleset_files },
      facts: { names: ['-'], stdin: 'openapi: 3.1.0\ninfo: { $ref: info.yaml }\npaths: {}\n' },
    },
    '--format': { value: 'json', adds: /"outcome": \{/ },
    '--output': { value: 'html=gov.html', adds: /^--- gov.html\n<!doctype/m },
    '--group-by': { value: 'rule', adds: /^described {2}1 warning/m },
    '--rule': { value: 'contacted', drops: /^warn /m },
    '--severity': { value: 'warn', drops: /^info /m },
    '--limit': { value: '1', drops: /^info /m },
    '--show-waived': { beside: { ...error, baseline: 'known.json' }, adds: /^error /m },
    '--quiet': { drops: /^warn /m },
    '--excerpts': { value: 'always', adds: /│ info:/ },
    '--no-pager': { facts: terminal, drops: /^--- paged.txt/m },
    '--no-color': { facts: terminal, drops: new RegExp(bold) },
    '--ci': { value: 'github', adds: /^::warning/m },
    token: { value: 'demo', ...saved('a'), facts: { env: { GOV_TOKEN: '' } } },
    'policy.rulesets': { value: { rules: { fail_on: 'warn' } }, exit: 1 },
    'policy.advisory_actions': { value: ['warn'], beside: error },
    'policy.on_unevaluated': { value: 'pass', ...saved('a', 'absent') },
    'policy.on_unmatched': { value: 'fail', beside: { ...api, ruleset_files: ['idle.yaml'] }, exit: 1 },
    'policy.breaking_rules': {
      value: { 'breaking-path-removed': 'off' },
      beside: { ...later, policy: { breaking: 'error' } },
    },
    'policy.breaking_allowed': { value: 'major', beside: { ...later, policy: { breaking: 'error' } } },
    'policy.deprecation_days': {
      value: { stable: 180 },
      beside: { ...api, definitions: ['deprecated.yaml'], base: 'live.yaml', policy: { breaking: 'error' } },
      exit: 1,
    },
    // Refused is the ruleset, and not the option.
    'policy.functions': {
      value: 'refuse',
      beside: { ...api, ruleset_files: ['code.yaml'] },
      exit: 2,
      adds: /which policy.functions refuses to run/,
    },
    'policy.inline_waivers': { value: 'x-lint-ignore', beside: { ...api, definitions: ['ignored.yaml'] } },
    'policy.max_waiver_days': { value: 30, beside: { ...error, waivers }, exit: 1 },
    waivers: { value: waivers, beside: error },
    cwd: { value: 'inner', beside: { ...api, ruleset_files: ['../rules.yaml'] }, exit: 1 },
    env: { value: { GOV_TOKEN: 'demo' }, ...saved('a'), facts: { env: { GOV_TOKEN: '' } } },
    signal: { value: AbortSignal.abort(), exit: 130 },
    onProgress: {
      value: () => {
        throw interruptedError()
      },
      exit: 130,
    },
  }
}
