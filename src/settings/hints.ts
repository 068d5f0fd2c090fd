import { formats } from '../model/formats.ts'
import { failOnLevels, truncationChoices, unevaluatedChoices } from './policy-schema.ts'

const number = 'Write a whole number, without quotes.'
const duration = 'Write a number with its unit, such as "500ms", "30s" or "5m".'
const file = 'Write the path of a JSON or YAML file.'
const pem = 'Write the path of a PEM file.'
const waiver = 'Write rule_id, reason, owner, expires and, if wanted, api_id, ruleset_id and path.'
const id = 'Write each id once, as text, and in quotes when it is all digits.'

/** What to write, for each value; the items of a list are under the list's name and `[]`. */
const hints: ReadonlyMap<string, string> = new Map([
  ['', 'Write keys and values, beginning with "version: 1".'],
  ['version', 'Write "version: 1": it says which shape of this file gov must read.'],
  ['$schema', 'Write the path of the JSON Schema for editors (gov config schema), or delete the key.'],
  ['dashboard', 'Write url and what else is needed under dashboard, or delete the key.'],
  ['dashboard.url', 'Write "embedded", or an address such as https://dashboard.example.com.'],
  ['dashboard.workspace', 'Write the path of the folder that the embedded sandbox serves.'],
  ['dashboard.timeout', duration],
  ['dashboard.deadline', duration],
  ['dashboard.retries', number],
  ['dashboard.concurrency', number],
  ['dashboard.ca_file', pem],
  ['dashboard.cert_file', pem],
  ['dashboard.key_file', pem],
  [
    'dashboard.headers',
    'Write names and values of request headers; those that gov itself sends are not among them.',
  ],
  [
    'dashboard.headers.*',
    'Write the value of the header, on one line and in quotes; a secret has no place here.',
  ],
  ['gateway', 'Write url and, unless it is "gw", product under gateway, or delete the key.'],
  ['gateway.url', "Write the gateway's own address, such as https://gateway.example.com."],
  ['gateway.product', 'Write the word that stands in the paths of the gateway, such as "gw".'],
  ['api_ids', 'Write a list with at least one API id, each once, or delete the key.'],
  ['api_ids[]', id],
  ['ruleset_ids', 'Write a list with at least one ruleset id, each once, or delete the key.'],
  ['ruleset_ids[]', id],
  ['categories', 'Write a list with at least one category, each once, or delete the key.'],
  ['categories[]', 'Write the name of a category, each once.'],
  ['ruleset_files', 'Write a list with at least one ruleset file, each once, or delete the key.'],
  ['ruleset_files[]', file],
  ['definitions', 'Write a list with at least one file, each once, or delete the key.'],
  ['definitions[]', 'Write the path of a file, or a mapping with file and, if wanted, api_id and api_name.'],
  ['definitions[].file', file],
  ['definitions[].api_id', id],
  ['definitions[].api_name', 'Write a name, or delete the key.'],
  ['policy', 'Write fail_on, max or another of its keys under policy, or delete the key.'],
  ['policy.fail_on', `Write one of: ${failOnLevels.join(', ')}.`],
  ['policy.max', 'Write a budget for a severity, such as "warn: 20".'],
  ['policy.max.error', number],
  ['policy.max.warn', number],
  ['policy.max.info', number],
  ['policy.max.hint', number],
  ['policy.rulesets', 'Write the id of a ruleset and, under it, its own fail_on or max.'],
  ['policy.rulesets.*', 'Write fail_on or max under the id of the ruleset, or delete the entry.'],
  ['policy.rulesets.*.fail_on', `Write one of: ${failOnLevels.join(', ')}.`],
  ['policy.rulesets.*.max', 'Write a budget for a severity, such as "warn: 20".'],
  ['policy.rulesets.*.max.error', number],
  ['policy.rulesets.*.max.warn', number],
  ['policy.rulesets.*.max.info', number],
  ['policy.rulesets.*.max.hint', number],
  ['policy.advisory_actions', 'Write a list of actions, such as ["none"], or delete the key.'],
  ['policy.advisory_actions[]', 'Write the action of a ruleset, such as "none", each once.'],
  ['policy.on_truncation', `Write one of: ${truncationChoices.join(', ')}.`],
  ['reports', 'Write a list with at least one report, each output once, or delete the key.'],
  ['reports[]', 'Write a mapping with format and output.'],
  ['reports[].format', `Write one of: ${formats.join(', ')}.`],
  ['reports[].output', 'Write the path of the file that the report goes to.'],
  ['policy.on_unevaluated', `Write one of: ${unevaluatedChoices.join(', ')}.`],
  ['policy.max_waiver_days', 'Write how many days ahead a waiver may end, such as 90.'],
  ['allow', 'Write a list of what the config may add: waivers, baseline, or both.'],
  ['allow[]', 'Write "waivers" or "baseline", each once.'],
  ['require', 'Write dashboard, api_ids, definitions, ruleset_ids or categories under require.'],
  ['require.dashboard', 'Write "embedded", or an address such as https://dashboard.example.com.'],
  ['require.api_ids[]', id],
  ['require.ruleset_ids[]', id],
  ['baseline', 'Write the path of the file that gov baseline create made.'],
  ['waivers', 'Write a list of waivers (gov waiver add writes one), or delete the key.'],
  ['waivers[]', waiver],
  ['waivers[].rule_id', 'Write the rule that is waived; * stands for any characters.'],
  ['waivers[].api_id', id],
  ['waivers[].ruleset_id', id],
  [
    'waivers[].path',
    'Write the dot-joined path of the issues, such as "paths./legacy*"; * stands for any characters.',
  ],
  ['waivers[].reason', 'Write why the issue is accepted for now.'],
  ['waivers[].owner', 'Write who answers for it.'],
  ['waivers[].expires', 'Write the last day on which it excuses, such as 2027-01-31.'],
])

/** What to write at the place that `pattern` names. */
export function hintFor(pattern: string): string {
  return hints.get(pattern) ?? 'Correct the value or delete it.'
}
