import { type ExitName, exitCodes } from '../../core/model/errors.ts'
import type { Gap } from '../../core/model/gap.ts'
import { meaningsView } from '../views.ts'

/** What happened and what to do, in sentences; what is typed is in backticks. `see`: pages of docs that say more. */
interface Cause {
  readonly means: string
  readonly remedy: string
  readonly see?: readonly string[]
}

export const exitCodeCauses: Readonly<Record<ExitName, Cause & { readonly title: string }>> = {
  pass: {
    title: 'pass',
    means: 'All that was asked for was evaluated, and is accepted.',
    remedy: 'There is nothing to do.',
  },
  policy: {
    title: 'policy failed',
    means: 'Evaluated completely; the policy does not accept it.',
    remedy: 'Fix the issues, change the policy, or ignore some.',
    see: ['policy.md', 'ignoring.md'],
  },
  usage: {
    title: 'usage',
    means: 'A flag, the config, a definition or a ruleset must change.',
    remedy: 'Fix what the message says, where it says.',
  },
  access: {
    title: 'access',
    means: '401 or 403: credential, permission, ownership or licence.',
    remedy: "Check the token and its user's permissions with `gov doctor`.",
  },
  unavailable: {
    title: 'unavailable',
    means: "Network, TLS, timeout, 5xx, or not the contract's answer.",
    remedy: 'Do what the message says: some causes pass with time, others do not.',
    see: ['#exit-code-4'],
  },
  incomplete: {
    title: 'incomplete',
    means: 'Something that was asked for was not checked.',
    remedy: 'Do what fits the kind of gap; the message names it.',
    see: ['#exit-code-5'],
  },
  not_found: {
    title: 'not found',
    means: 'An id that the dashboard does not know.',
    remedy: 'Fix the id; `gov api list` and `gov ruleset list` show valid ones.',
  },
  bug: {
    title: 'bug',
    means: 'A fault in gov itself.',
    remedy: 'Report it, with the details that the message asks for.',
  },
  interrupted: {
    title: 'interrupted',
    means: 'Ctrl-C (SIGINT).',
    remedy: 'Run it again; the reports say that the check was interrupted.',
  },
  terminated: { title: 'terminated', means: 'SIGTERM, SIGHUP or SIGQUIT.', remedy: 'Run it again.' },
}

export const gapCauses: Readonly<Record<Gap['kind'], Cause>> = {
  failed: {
    means:
      'A rule could not be evaluated: its JavaScript fails, it has more than 100,000 issues, or the dashboard says so.',
    remedy:
      'Fix the rule that the message names. With a dashboard, `--diagnose` names each failing ruleset and API.',
  },
  cut: {
    means: 'The dashboard returned only some of the issues.',
    remedy:
      'Pass `--on-truncation split`; if one API and one ruleset alone are too much, fix some of the issues.',
  },
  'unrun-rulesets': {
    means:
      'A requested ruleset did not run: it is for another kind of API, or has no rule that is on for this version of OpenAPI.',
    remedy: 'Request another, or accept that with `policy.on_unevaluated: pass`.',
  },
  'unrun-category': {
    means: 'No ruleset of a requested category ran.',
    remedy: 'Check the category with `gov ruleset list`, or accept that, as above.',
  },
  unevaluated: {
    means: 'The dashboard evaluated fewer APIs than were requested.',
    remedy: 'Check the APIs that the message names: a classic one has no OpenAPI definition.',
  },
  'inline-ignores': {
    means: 'A definition has `x-lint-ignore`, so that the dashboard may have dropped issues.',
    remedy: 'Remove it, or accept it.',
    see: ['waivers.md#x-lint-ignore-in-a-definition'],
  },
  required: {
    means: 'The policy file requires a definition, API, ruleset or workspace that was not checked.',
    remedy: 'Add it to the config.',
    see: ['policy-file.md'],
  },
  'other-dashboard': {
    means: 'The policy file requires another dashboard.',
    remedy: 'Check that dashboard, or change the policy file.',
  },
  unpinned: {
    means: 'The policy file requires ids, and the config chooses what they mean.',
    remedy: 'Do what the message says, such as `require.dashboard`, or `GOV_URL`.',
  },
  shard: {
    means: 'A shard of the run could not decide.',
    remedy: 'Repeat that shard.',
    see: ['fleets.md#shards'],
  },
  unfinished: {
    means: 'The dashboard stopped responding during the run (exit code 4).',
    remedy: 'Run it again.',
  },
  base: {
    means: 'The base of `--base` was not evaluated in full.',
    remedy: 'Compare with another commit.',
    see: ['base.md#when-the-base-cannot-tell'],
  },
  breaking: {
    means: 'Two versions could not be compared.',
    remedy: 'Fix the reference or file that the message names.',
    see: ['breaking-changes.md'],
  },
}

const cell = ({ means, remedy }: Cause) => `${means} ${remedy}`.replaceAll('`', '')

/** `gov help exit-codes`, in at most `width` columns. */
export function exitCodesTopic(width: number): string {
  const codes = Object.entries(exitCodes).map(([name, code]) => {
    const cause = exitCodeCauses[name as ExitName]
    return [`${String(code).padEnd(3)}  ${cause.title}`, cell(cause)] as const
  })
  const gaps = Object.entries(gapCauses).map(([kind, cause]) => [kind, cell(cause)] as const)
  return `Exit codes

${meaningsView(codes, width)}
When several hold, the first of 130, 143, 70, 2, 3, 4, 6, 5, 1 wins.
Only 0 means that everything asked for was checked and accepted.

Exit code 5, by the kind of a gap in the JSON report (outcome.gaps)

${meaningsView(gaps, width)}`
}
