import type { Issue } from '../../src/core/model/issue.ts'
import type { EvaluatedReport, Report, UndecidedReport } from '../../src/core/model/report.ts'
import { severities } from '../../src/core/model/severity.ts'
import { chooseOutcome } from '../../src/gate/decide/decide.ts'
import { issueOf, reportOf, rulesetOf } from './report-of.ts'

const zeros = { error_count: 0, warn_count: 0, info_count: 0, hint_count: 0 }

const checkout = { api_id: 'checkout-api', file: 'specs/checkout/openapi.yaml' }
const style = { ruleset_id: 'rs-style', ruleset_name: 'House style' }

const typical: readonly Issue[] = [
  issueOf({
    severity: 'warn',
    rule_id: 'operation-tags',
    message: 'Operation must have non-empty "tags" array.',
    how_to_fix: 'Add at least one tag: the portal groups operations by it.',
    path: 'paths./payments/{payment_id}/refunds.post',
    location: { start_line: 214, start_char: 7, end_line: 240, end_char: 1 },
    ...style,
  }),
  issueOf({
    severity: 'error',
    how_to_fix: 'Give each operation an operationId that is unique in the document.',
    path: 'paths./payments/{payment_id}/refunds.post',
    location: { start_line: 214, start_char: 7, end_line: 240, end_char: 1 },
  }),
  issueOf({
    severity: 'error',
    how_to_fix: 'Give each operation an operationId that is unique in the document.',
    location: { start_line: 31, start_char: 5, end_line: 60, end_char: 1 },
  }),
  issueOf({
    severity: 'hint',
    rule_id: 'info-license',
    message: 'Info object should have a "license".',
    path: 'info',
    ...style,
    ...checkout,
    line: 2,
    column: 1,
  }),
  issueOf({
    severity: 'warn',
    rule_id: 'no-http-basic',
    message: 'Security scheme uses HTTP Basic; a password travels with every request.',
    how_to_fix: 'Use OAuth 2.0 or mutual TLS.',
    path: 'components.securitySchemes.basicAuth.scheme',
    ...checkout,
    line: 1284,
    column: 15,
  }),
  issueOf({
    severity: 'info',
    rule_id: 'contact-properties',
    message: 'Contact object must have "name", "url" and "email".',
    path: 'info.contact',
    ...style,
    ...checkout,
    line: 7,
    column: 3,
  }),
]

export const typicalReport: EvaluatedReport = reportOf(typical, {
  rulesets: [
    rulesetOf('rs-security', 'Security baseline', typical),
    { ...rulesetOf('rs-style', 'House style', typical), action: 'none', active: false },
  ],
  evaluated_apis: 4,
  run: {
    ...reportOf(typical).run,
    api_ids: ['orders', 'payments'],
    definitions: [
      { file: 'specs/checkout/openapi.yaml', api_id: 'checkout-api', api_name: 'Checkout' },
      { file: 'specs/ledger.yaml' },
    ],
    requests: 3,
    took_ms: 1240,
  },
})

const sixty = Array.from({ length: 60 }, (_, index) =>
  issueOf({
    severity: severities[Math.floor(index / 15)] ?? 'hint',
    rule_id: `rule-${(index % 7) + 1}`,
    how_to_fix: `Do what rule ${(index % 7) + 1} says.`,
    path: `paths./things/${index}.get`,
    location: { start_line: 10 + index, start_char: 5, end_line: 11 + index, end_char: 1 },
  }),
)

const longKey = 'averyveryverylongkeywithoutanyplacetobreakitthatgoesonforlongerthanalineofaterminaliswide'

const long = [
  issueOf({
    severity: 'error',
    path: `paths./organisations/{organisation_id}/subscriptions/{subscription_id}/invoices/{invoice_id}/lines/{line_id}.patch.requestBody.content.application/json.schema.properties.price.properties.currency`,
  }),
  issueOf({ severity: 'warn', path: `components.schemas.${longKey}`, message: `${longKey} is too long` }),
  issueOf({
    severity: 'hint',
    file: 'services/billing/api/contracts/v2/openapi/generated/subscriptions.yaml',
    line: 10412,
    column: 23,
  }),
]

const scripts = [
  issueOf({
    severity: 'warn',
    message: '説明は必須です。この操作には説明がありません。',
    path: 'paths./支払い/{支払い番号}.get',
  }),
  issueOf({
    severity: 'warn',
    message: 'Summary must not hold emoji: 🚀🚀🚀 👩‍👩‍👧 🇫🇷 ☀️',
    path: 'paths./🚀/launch.post.summary',
  }),
  issueOf({
    severity: 'info',
    message: 'Le résumé doit être à l’infinitif ; “créer”, pas “crée”.',
    path: 'paths./café.post',
  }),
]

const hostile = [
  issueOf({
    severity: 'error',
    rule_id: 'red\u001b[31m-rule',
    message:
      'first\nsecond\r\n::error::third\u001b]0;owned\u0007 \u001b[2J\u009b1A\u202egnp.exe\u2066\u0000\u2028end',
    how_to_fix:
      '##vso[task.setvariable variable=x]y ##[error]z \u001b]8;;http://evil.example\u001b\\click\u001b]8;;\u001b\\',
    path: '::set-output name=a::b\u007f',
    ruleset_name: 'Set\u001b[0m \ufeffof rules',
  }),
]

const failed: UndecidedReport = {
  version: 1,
  outcome: {
    kind: 'undecided',
    failure: {
      code: 'unauthorized',
      message: 'https://dashboard.example.com did not accept the token (401).',
      hint: 'Set GOV_TOKEN to the API access credentials of your dashboard profile, or run `gov doctor`.',
      exit_code: 3,
    },
  },
  run: { ...reportOf([]).run, api_ids: ['payments'], requests: 1 },
}

const incomplete = reportOf(sixty, {
  total: 1240,
  truncated: true,
  error: 'ruleset rs-style on API orders: engine timeout',
  evaluated_apis: 1,
  run: { ...reportOf(sixty).run, api_ids: ['payments', 'orders'], took_ms: 125_300, requests: 1200 },
  outcome: chooseOutcome({
    gaps: [
      { kind: 'cut', target: { api_count: 2 }, listed: 60, total: 1240, remedy: 'split' },
      { kind: 'failed', target: { api_id: 'orders' }, ruleset_id: 'rs-style', error: 'engine timeout' },
      { kind: 'unevaluated', target: { api_count: 2 }, evaluated: 1, requested: 2, missing: [] },
    ],
    reasons: [{ kind: 'threshold', level: 'error', counts: { error: 15 } }],
  }),
})

const stopped = reportOf([], {
  evaluated_apis: 2,
  run: { ...reportOf([]).run, api_ids: ['payments', 'orders'], requests: 2 },
  outcome: chooseOutcome({
    gaps: [
      {
        kind: 'unfinished',
        answered: 2,
        failure: {
          code: 'no-connection',
          message: 'cannot connect to dashboard.example.com:443',
          hint: 'Check dashboard.url.',
          exit_code: 4,
        },
      },
    ],
    reasons: [{ kind: 'threshold', level: 'error', counts: { error: 0 } }],
  }),
})

const excused = [
  ...typical.slice(0, 2),
  issueOf({
    severity: 'error',
    rule_id: 'no-http-basic',
    message: 'Security scheme uses HTTP Basic.',
    path: 'components.securitySchemes.legacy',
    excused: { by: 'waiver', reason: 'replaced in May', owner: 'Payments', expires: '2026-05-31' },
  }),
  issueOf({ severity: 'warn', path: 'paths./old.get', api_id: 'orders', excused: { by: 'baseline' } }),
]

/** One report for each thing that a reader of results may meet. */
export const reports: Record<string, Report> = {
  typical: typicalReport,
  'no issues': reportOf([], { run: { ...reportOf([]).run, api_ids: ['payments'] } }),
  'one issue': reportOf(typical.slice(2, 3)),
  'sixty issues in one API': reportOf(sixty),
  'long paths': reportOf(long, {
    run: { ...reportOf(long).run, definitions: [{ file: long[2]?.file ?? '' }] },
  }),
  'wide characters': reportOf(scripts),
  'hostile text': reportOf(hostile, { rulesets: [rulesetOf('rs-security', '\u001b[5mSec\nurity', hostile)] }),
  'a megabyte': reportOf([issueOf({ severity: 'warn', message: 'All work and no play. '.repeat(50_000) })]),
  failure: failed,
  'nothing checked': reportOf([], {
    ...zeros,
    rulesets: [],
    run: { ...reportOf([]).run, api_ids: ['payments'] },
    outcome: chooseOutcome({
      gaps: [{ kind: 'unrun-category', target: { api_id: 'payments' }, category: 'payments' }],
      reasons: [],
    }),
  }),
  incomplete,
  stopped,
  'excused issues': reportOf(excused, { waived_count: 1, baselined_count: 1 }),
  'an id not asked for': reportOf(typical.slice(2, 3), {
    run: { ...reportOf([]).run, api_ids: ['b84fe1a04e5648927971c0557971565c'] },
  }),
}
