import { formatMeanings } from '../../reporters/index.ts'
import { configKeys, profiles, version } from '../../settings/check-config.ts'
import { environmentVariables } from '../../settings/environment-variables.ts'
import { getLongFlag } from '../../settings/flags.ts'
import { defaultText } from '../../settings/shown.ts'
import { type SettingName, settingTable } from '../../settings/table.ts'
import { meaningsView } from '../views.ts'
import { exitCodesTopic } from './exit-codes.ts'

const configStart = `Config

Found as .governance.yml (.yaml, .json), .governancerc (.yml, .yaml, .json), the
same in .config/, or "governance" in package.json, from the working directory up
to the root of the repository; or named with --config. Flags override the
environment, which overrides the profile, which overrides the rest of the
config. Unknown keys are refused.

`

const configEnd = `
gov config validate says everything that is wrong with it, gov config show where
each value comes from, and gov config schema prints a JSON Schema for editors.
`

/** Explanations of settings whose values do not explain themselves. */
const meanings: Readonly<Record<string, string>> = {
  'definitions[].file': 'Path of a JSON or YAML file.',
  'definitions[].api_id': 'Id of the file in reports and waivers, as a string.',
  'definitions[].api_name': 'Name of the API in reports.',
  'checks[].name': 'Name of the check, such as that of a team.',
  'checks[].definitions': 'Files and globs, as in definitions.',
  'checks[].api_ids': 'Saved APIs.',
  'checks[].ruleset_files': 'Local rulesets; or else ruleset_ids, or categories.',
  'checks[].ruleset_ids': 'Dashboard rulesets.',
  'checks[].categories': 'Categories of dashboard rulesets.',
  'policy.rulesets.*.fail_on': 'Lowest severity of the ruleset that fails.',
  'policy.rulesets.*.max': 'Limits for the ruleset, such as "warn: 20".',
  'policy.rulesets.*.max.error': 'Maximum number of errors.',
  'policy.rulesets.*.max.warn': 'Maximum number of warnings.',
  'policy.rulesets.*.max.info': 'Maximum number of infos.',
  'policy.rulesets.*.max.hint': 'Maximum number of hints.',
  'waivers[].rule_id': 'Id of the waived rule; * matches any characters.',
  'waivers[].api_id': 'Only for this API or definition.',
  'waivers[].ruleset_id': 'Only for this ruleset.',
}

/** Every key of the config: what it means, its default and its flag. */
function configTopic(width: number): string {
  const settings = configKeys.flatMap((name) => [[name, settingText(name)] as const, ...innerTexts(name)])
  const rows = [['version', version.hint] as const, ...settings, ['profiles', profiles.hint] as const]
  return configStart + meaningsView(rows, width) + configEnd
}

/** How the dashboard is reached, and the flags, keys and variables that every command has for it. */
function connectionTopic(width: number): string {
  const rows = configKeys
    .filter((name) => ['dashboard', 'gateway', 'connection'].includes(settingTable[name].flag?.group ?? ''))
    .map((name) => [name, settingText(name)] as const)
  return connectionStart + meaningsView([...rows, ...connectionFlags], width)
}

const connectionStart = `Connection

Every command that asks a dashboard takes these keys of the config; a flag wins
over the environment, which wins over the config. "embedded" as the URL is the
sandbox within gov, which needs no network and no credential.

`

/** For a person who looks for a fault: no config can set them. */
const connectionFlags = [
  ['--insecure-http', 'Sends credentials over plain http.'],
  ['--insecure-tls', 'Does not verify certificates: an interceptor can read credentials.'],
  ['--verbose', 'Logs each request to stderr, without secrets.'],
  ['--debug', 'Also logs bodies, cut and without secrets.'],
] as const

function settingText(name: SettingName): string {
  const { hint, help, flag } = settingTable[name]
  const meaning = help === undefined ? hint : `${help.charAt(0).toUpperCase()}${help.slice(1)}.`
  const value = defaultText(name)
  const notes = [
    ...(flag?.isRepeatable ? ['A list.'] : []),
    ...(value === undefined ? [] : [`Default: ${value}.`]),
    ...(flag === undefined ? [] : [`Flag: ${getLongFlag(flag)}.`]),
  ]
  return [meaning, ...notes].join(' ')
}

function innerTexts(name: SettingName): (readonly [string, string])[] {
  // The keys of a nested list have a topic of their own.
  const isShown = (pattern: string) => /\.\w+$/.test(pattern) && !/\w\[\]/.test(pattern)
  const inner = Object.entries(settingTable[name].inner ?? {}).filter(([pattern]) => isShown(pattern))
  return inner.map(([pattern, hint]) => {
    const key = `${name}${pattern.replace(/^\*/, '.*')}`
    return [key, meanings[key] ?? hint]
  })
}

const strictnessTopic = `Strictness

  strict       errors and warnings fail
  standard     errors fail
  permissive   no issue fails

Only rulesets whose action is not "none" gate; the issues of the others are
reported. --strictness stands for fail_on: warn, error or never with
advisory_actions: ["none"], and replaces fail_on, max, rulesets and
advisory_actions of the config. What was not evaluated, was cut or failed in
part never passes, and x-lint-ignore waives nothing, whatever the config says.

The names are those of the vendor's reference script. Its exit codes are not: it
exits 2 on errors, on wrong usage and on what could not run, and 1 on warnings
under strict. gov exits 1 when the policy fails, and gives every other case a
code of its own (gov help exit-codes). Without --strictness, the policy is the
config's.
`

/** Help topics besides the commands, in the order of the help. */
export const topicNames = [
  'exit-codes',
  'strictness',
  'environment',
  'formats',
  'config',
  'connection',
] as const

/** The texts, in at most `width` columns. */
export const topics: Readonly<Record<(typeof topicNames)[number], (width: number) => string>> = {
  'exit-codes': exitCodesTopic,
  strictness: () => strictnessTopic,
  environment: (width) => {
    const shards = "gov check --shard also reads a CI system's variables of jobs and runs."
    return `Environment\n\n${meaningsView(environmentVariables, width)}\n${shards}\n`
  },
  formats: (width) => {
    const end =
      'gov check --format json --output gov.json writes one; --output sarif=gov.sarif\nwrites one more beside what is printed, and may be given several times.\n'
    return `Formats\n\n${meaningsView(Object.entries(formatMeanings), width)}\n${end}`
  },
  config: configTopic,
  connection: connectionTopic,
}
